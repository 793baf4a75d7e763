export class Watch{#e=[];async until(e){while(!e())await(new Promise(t=>{this.#e.push(t)}))}changed(){for(let e of this.#e.splice(0))e()}}
