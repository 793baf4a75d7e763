#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the compact forms. Scripts/viewer-types.sh also runs the tests of the viewer with its compact modules."""

import unittest

import joined
import scripts
import styles
from tokens import SourceError

SCRIPTS = [
    # Comments, spaces and line ends.
    ("// license\n\n/** many\n * lines */\nf(1, 2); // why\n", "f(1,2);"),
    ("f(/** @type {string} */ (x), y);", "f((x),y);"),
    ('f("/* text */", \'it is \\\' // text\');', 'f("/* text */",\'it is \\\' // text\');'),
    ("f(`b // c\n  d /* e */`);", "f(`b // c\n  d /* e */`);"),
    ("x.replace(/^\\/[/\"]*/, y);", 'x.replace(/^\\/[/"]*/,y);'),
    ("z = x / y / 2;", "z=x/y/2;"),
    ("return_(typeof x in y);", "return_(typeof x in y);"),
    ("x = y + +z - -z;", "x=y+ +z- -z;"),
    ("x = 1 .toString();", "x=1 .toString();"),
    ("a\n++b", "a\n++b"),
    ("x = y\n(z)", "x=y\n(z)"),
    ("if (x) {\n  f();\n}\ng();", "if(x){f()}g();"),
    ("const f = () => {\n  g();\n}\nh()", "let e=()=>{g()}\nh()"),
    ("for (;;) { if (x); }", "for(;;){if(x);}"),
    ("f([1, , ], { y: 1, });", "f([1,,],{y:1});"),
    # Names.
    ("const text = 1; f(text, text);", "let e=1;f(e,e);"),
    ("const f = (first, second) => first + second;", "let n=(e,t)=>e+t;"),
    ("export const g = (x) => x;", "export let g=e=>e;"),
    ("export async function g(x) { await x; }", "export async function g(e){await e}"),
    ("const r = async (x) => x;", "let t=async(e)=>e;"),
    ('import { part, type as kind } from "./a.js"; part(kind);', 'import{part,type as kind}from"./a.js";part(kind);'),
    ("class Part {} export { Part };", "class Part{}export{Part};"),
    ("const { page, size: [width, height = page], ...rest } = x; f(page, width, height, rest);",
     "let{page:e,size:[t,n=e],...r}=x;f(e,t,n,r);"),
    ("const page = 1; f({ page, other: page, page: 2 }, x.page, y?.page);", "let e=1;f({page:e,other:e,page:2},x.page,y?.page);"),
    ("const page = 1; class A { page = page; get page() { return this.page; } }", "let e=1;class t{page=e;get page(){return this.page}}"),
    ("class A { #part = 1; run() { return #part in this && this.#part; } }", "class e{#e=1;run(){return #e in this&&this.#e}}"),
    ("const page = 1; f(page ? page : -1, `${page}, ${{ page }.page}`);", "let e=1;f(e?e:-1,`${e}, ${{page:e}.page}`);"),
    ("f((document) => document.title); g(document);", "f(e=>e.title);g(document);"),
    ("const größe = { ß: 'ss' }; f(größe.ß, x.größe);", "let e={ß:'ss'};f(e.ß,x.größe);"),
    ("switch (x) { case y: { const z = 1; f(z); } default: g(); }", "switch(x){case y:{let e=1;f(e)}default:g()}"),
    ("for (const each of list) if (each) f(each); each();", "for(let e of list)if(e)f(e);each();"),
    ("try { f(); } catch (error) { g(error); }", "try{f()}catch(e){g(e)}"),
    ("f((other) => t(other));", "f(e=>t(e));"),
    ("f((x) => e(x, () => x + n));", "f(t=>e(t,()=>t+n));"),
    # Declarations and truth values.
    ("const a = 1; let b = 2; const { c } = b; f(a, b, c);", "let t=1,e=2,{c:n}=e;f(t,e,n);"),
    ("export const a = 1; const b = 2; const c = 3; export const d = f(b, c);", "export let a=1;let e=2,t=3;export let d=f(e,t);"),
    ("const a = () => { const b = 1; const c = 2; f(b, c); };\nconst d = 4; g(a, d);", "let e=()=>{let n=1,r=2;f(n,r)},t=4;g(e,t);"),
    ("const a = 1\nf(a); const b = 2; f(b);", "let e=1\nf(e);let t=2;f(t);"),
    ("const a = f()\nconst b = 2; g(); const c = a + b; h(c);", "let e=f()\nlet t=2;g();let n=e+t;h(n);"),
    ("const a = `${f((x) => { const b = x; const c = b; return c; })}`; const d = a; g(d);", "let e=`${f(n=>{let r=n,a=r;return a})}`,t=e;g(t);"),
    ("for (let a = 1, b = 2; a < b; a += 1) { const c = a; f(c); } const d = 1; f(d);", "for(let e=1,n=2;e<n;e+=1){let r=e;f(r)}let t=1;f(t);"),
    ("const a = true; const b = { true: 1, false: a.true }; f(!true, b, false);", "let e=!0,t={true:1,false:e.true};f(!!0,t,!1);"),
    ("f(true.toString(), x ? true : false); if (y) return_(true); async () => { return true; };", "f(true.toString(),x?!0:!1);if(y)return_(!0);async()=>{return!0};"),
    ("const a = { get, set, of: 1, async run(x) { return x; } };", "let t={get,set,of:1,async run(e){return e}};"),
]

STYLES = [
    ("/* license */\na, b > c { d: e; }\n", "a,b>c{d:e}"),
    ("a:not(b) :focus { width: calc(1px + 0.5em); }", "a:not(b) :focus{width:calc(1px + .5em)}"),
    ("@media (min-width: 900px) { a { b: c; d: e f, g; } }", "@media (min-width:900px){a{b:c;d:e f,g}}"),
    ('a { content: "/* a, b */"; b: url(//x); }', 'a{content:"/* a, b */";b:url(//x)}'),
    ("a { --b: 10.5px 0.25s; }", "a{--b:10.5px .25s}"),
    ('a[b = "c, d"]::after {}', 'a[b = "c, d"]::after{}'),
]


class CompactTests(unittest.TestCase):
    def test_scripts(self):
        for source, expected in SCRIPTS:
            with self.subTest(source):
                self.assertEqual(scripts.compact(source), expected + "\n")

    def test_styles(self):
        for source, expected in STYLES:
            with self.subTest(source):
                self.assertEqual(styles.compact(source), expected + "\n")

    def test_compact_text_stays(self):
        for source, expected in STYLES:
            with self.subTest(source):
                self.assertEqual(styles.compact(expected), expected + "\n")

    def test_custom_properties_of_all_sheets_have_short_names(self):
        sheets = ["a { --line: 1px; --wide: 2px; }", "b { c: var(--wide) var(--wide, --none); --x: 3px; }"]
        names = styles.short_properties(sheets, ["style.setProperty('--x', 1);"])
        self.assertEqual(names, {"--wide": "--a", "--line": "--b", "--none": "--c"})
        self.assertEqual(styles.renamed(styles.compact(sheets[1]), names), "b{c:var(--a) var(--a,--c);--x:3px}\n")

    def test_unknown_forms_are_refused(self):
        for source in ["label: for (;;) {}", "f(`text", "f(", "export { a as b };", "f(\u00a7);"]:
            with self.subTest(source), self.assertRaises((SourceError, IndexError)):
                scripts.compact(source)
        with self.assertRaises(ValueError):
            styles.compact("a { b: c")


# A document and a library that share what makes elements; the library sends at once what the document sends later.
MODULES = {
    "document.js": 'import { draw } from "./gallery/stage.js"; import { element } from "./controls/icons.js";\n'
                   'const size = 1; draw(element, size); import("./uploads/send.js").then(({ send }) => send());',
    "library.js": 'import { element } from "./controls/icons.js"; import { send } from "./uploads/send.js"; send(element);',
    "gallery/stage.js": 'const size = 2; export const draw = (part) => part({ size }, document.title);',
    "controls/icons.js": 'export const element = (name) => f(name, import.meta.url);',
    "uploads/send.js": 'import { element } from "../controls/icons.js"; export const send = () => element("send"); export const other = 1;',
    "panels/grid.js": 'import { element } from "../controls/icons.js"; import { draw } from "../gallery/stage.js"; draw(element);',
}
PAGES = ["document.js", "library.js"]


class JoinedTests(unittest.TestCase):
    def joined(self, changed=None):
        return {name: scripts.compact(text) for name, text in joined.joined({**MODULES, **(changed or {})}, PAGES).items()}

    def test_what_one_page_uses_is_in_its_script(self):
        self.assertEqual(self.joined()["document.js"],
                         'import{element}from"./shared/document.js";let t=2,draw=e=>e({size:t},document.title),n=1;draw(element,n);'
                         'import("./shared/library.js").then(({send:e})=>e());export{draw};\n')

    def test_what_several_pages_use_is_shared(self):
        files = self.joined()
        self.assertEqual(files["shared/document.js"], "let element=e=>f(e,import.meta.url);export{element};\n")
        self.assertEqual(files["shared/library.js"],
                         'import{element}from"./document.js";let send=()=>element("send"),other=1;export{other,send};\n')
        self.assertEqual(files["library.js"],
                         'import{element}from"./shared/document.js";import{send}from"./shared/library.js";send(element);\n')

    def test_what_no_page_needs_at_once_stays_a_module(self):
        files = self.joined()
        self.assertEqual(sorted(files), ["document.js", "library.js", "panels/grid.js", "shared/document.js", "shared/library.js"])
        self.assertEqual(files["panels/grid.js"], 'import{element}from"../shared/document.js";import{draw}from"../document.js";draw(element);\n')

    def test_names_that_occur_twice_are_kept_apart(self):
        modules = {
            "document.js": 'import { a } from "./one/a.js"; import { b } from "./one/b.js"; const part = a, size3 = 1; f(part, b, size3, size);',
            "one/a.js": "const size = 1; export const a = () => ({ size, part: size });",
            "one/b.js": "const size = 2, size2 = 3; export const b = (part) => [size, size2, part];",
        }
        text = joined.joined(modules, ["document.js"])["document.js"]
        # What another module calls `size` is what the browser provides.
        self.assertEqual(" ".join(text.split()).replace("( ", "(").replace(" )", ")"),
                         "const size4 = 1 ; const a = () => ({ size: size4 , part : size4 }) ; const size5 = 2 , size2 = 3 ; "
                         "const b = (part) => [ size5 , size2 , part ] ; const part = a , size3 = 1 ; f (part , b , size3 , size) ;")

    def test_the_result_is_the_same_each_time(self):
        self.assertEqual(list(self.joined().items()), list(self.joined().items()))

    def test_what_joining_would_change_is_refused(self):
        for changed in [
            {"controls/icons.js": 'export const element = 1; import "../document.js";'},  # a circle
            {"document.js": "import { element as part } from './controls/icons.js'; part();"},
            {"document.js": "import * as icons from './controls/icons.js'; icons();"},
            {"document.js": "const path = './controls/icons.js'; import(path);"},
            {"gallery/stage.js": "export { element } from '../controls/icons.js'; export const draw = 1;"},
            {"gallery/stage.js": "export const draw = 1, other = 2;"},
            {"gallery/stage.js": "export default 1; export const draw = 1;"},
            {"gallery/stage.js": "export const draw = 1; import('../gallery/other.js');", "gallery/other.js": "export const draw = import.meta;",
             "document.js": "import { draw } from './gallery/stage.js'; import { draw as other } from './gallery/other.js';"},
            {"gallery/stage.js": "export const draw = import.meta.url;"},  # which moves up
            {"uploads/send.js": "import { element } from '../controls/icons.js'; export const send = element; export const f = 1;",
             "library.js": "import { send } from './uploads/send.js'; import { more } from './uploads/more.js'; send(more);",
             "uploads/more.js": "export const more = f();", "document.js": "import('./uploads/send.js'); import('./uploads/more.js');"},
        ]:
            with self.subTest(changed), self.assertRaises(SourceError):
                self.joined(changed)


if __name__ == "__main__":
    unittest.main()
