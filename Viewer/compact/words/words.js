export let pagesText=e=>(e===1?"1 page":`${e.toLocaleString()} pages`);export let filesText=e=>(e===1?"1 file":`${e.toLocaleString()} files`);export let titleText=e=>e||"Untitled";
