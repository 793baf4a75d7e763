export const pagesText=e=>(e===1?"1 page":`${e.toLocaleString()} pages`);export const filesText=e=>(e===1?"1 file":`${e.toLocaleString()} files`);export const titleText=e=>e||"Untitled";
