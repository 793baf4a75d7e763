export function hasFiles(e){return e?.types.includes("Files")??false}
