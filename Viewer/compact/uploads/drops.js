export function hasFiles(e){return e?.types.includes("Files")??!1}
