//! The page's modules as one file.
//!
//! Dozens of modules, each found in the one before, take a browser far away many trips. They become functions of one
//! module, called in the order of their imports. The modules are written in few forms, which this relies on: each
//! import is a line at the top, and what is exported is so where it is declared.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Modules by their names below the folder.
pub(super) type Modules<'a> = BTreeMap<&'a str, &'a str>;

/// A module that runs `entry` and all that it imports.
///
/// # Panics
/// Panics if a module is imported that is not there, or one in a circle, or if an import or export has a form that is
/// not understood here.
pub(super) fn bundle(modules: &Modules<'_>, entry: &str) -> String {
    let mut bundle = Bundle {
        modules,
        written: Vec::new(),
        open: Vec::new(),
        text: String::from("const modules = {};\n"),
    };
    bundle.add(entry);
    bundle.text
}

struct Bundle<'a> {
    modules: &'a Modules<'a>,
    written: Vec<String>,
    /// Modules whose imports are being written.
    open: Vec<String>,
    text: String,
}

impl Bundle<'_> {
    fn add(&mut self, name: &str) {
        if self.written.iter().any(|written| written == name) {
            return;
        }
        let circle = self.open.iter().any(|open| open == name);
        assert!(!circle, "{name} imports itself: {:?}", self.open);
        let source = self.modules.get(name);
        let source = source.unwrap_or_else(|| panic!("{:?} imports {name}", self.open.last()));
        self.open.push(name.to_owned());
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in source.lines() {
            let line = self.line(name, line, &mut exports);
            let is_left = ["import ", "import{", "import\"", "export ", "export{"];
            assert!(
                !is_left.iter().any(|keyword| line.starts_with(keyword)),
                "{name} has a line that can't be bundled: {line}"
            );
            body.push_str(&line);
            body.push('\n');
        }
        let exports = exports.join(", ");
        let done = writeln!(
            self.text,
            "modules[\"{name}\"] = (() => {{\n{body}return {{ {exports} }};\n}})();"
        );
        done.expect("memory takes all text");
        self.open.pop();
        self.written.push(name.to_owned());
    }

    /// A line of a module, without imports and exports.
    fn line(&mut self, name: &str, line: &str, exports: &mut Vec<String>) -> String {
        if let Some((names, from)) = clause(line, "import ") {
            let from = self.import(name, from);
            let names = names
                .strip_prefix("* as ")
                .map_or_else(|| names.replace(" as ", ": "), str::to_owned);
            return format!("const {names} = {from};");
        }
        if let Some((names, from)) = clause(line, "export {") {
            let from = self.import(name, from);
            let names = names.trim_end_matches(['}', ',', ' ']).trim();
            exports.push(names.to_owned());
            return format!("const {{ {names} }} = {from};");
        }
        if let Some(declared) = line.strip_prefix("export ")
            && let Some(export) = declared_name(declared)
        {
            exports.push(export.to_owned());
            return declared.to_owned();
        }
        match line.split_once("import(\"") {
            Some((before, rest)) if !line.trim_start().starts_with(['*', '/']) => {
                let (path, after) = rest.split_once("\")").expect("a path is closed");
                let from = self.import(name, path);
                format!("{before}Promise.resolve({from}){after}")
            }
            _ => line.to_owned(),
        }
    }

    /// Adds a module that another one imports, and gives what it exports.
    fn import(&mut self, by: &str, path: &str) -> String {
        let mut folder: Vec<&str> = by.split('/').collect();
        folder.pop();
        for part in path.split('/') {
            match part {
                "." => {}
                ".." => drop(folder.pop()),
                part => folder.push(part),
            }
        }
        let name = folder.join("/");
        self.add(&name);
        format!("modules[\"{name}\"]")
    }
}

/// Names and path of an import or an export from another module.
fn clause<'a>(line: &'a str, keyword: &str) -> Option<(&'a str, &'a str)> {
    let (names, path) = line.strip_prefix(keyword)?.split_once(" from \"")?;
    Some((names, path.strip_suffix("\";")?))
}

/// The name that a declaration gives to a function, a class or a constant.
fn declared_name(text: &str) -> Option<&str> {
    let text = text.strip_prefix("async ").unwrap_or(text);
    let mut keywords = ["function* ", "function ", "class ", "const "].into_iter();
    let name = keywords.find_map(|keyword| text.strip_prefix(keyword))?;
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let name = &name[..name.find(is_end).unwrap_or(name.len())];
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions_in_the_order_of_their_imports() {
        let modules = Modules::from([
            (
                "main.js",
                "import { a, b as c } from \"./x/one.js\";\nimport * as two from \"./two.js\";\nrun(a, c, two);\n(await import(\"./late.js\")).go();",
            ),
            (
                "x/one.js",
                "import { t } from \"../two.js\";\nexport const a = t(1);\nexport async function b() {}",
            ),
            (
                "two.js",
                "export function t(x) {\n  return x;\n}\nexport class T {}",
            ),
            ("late.js", "export { go } from \"./go.js\";"),
            (
                "go.js",
                "/** @type {import(\"./x\").Y} */\nexport const go = 1;",
            ),
            ("never.js", "import { x } from \"./nowhere.js\";"),
        ]);
        assert_eq!(
            bundle(&modules, "main.js"),
            "const modules = {};
modules[\"two.js\"] = (() => {
function t(x) {
  return x;
}
class T {}
return { t, T };
})();
modules[\"x/one.js\"] = (() => {
const { t } = modules[\"two.js\"];
const a = t(1);
async function b() {}
return { a, b };
})();
modules[\"go.js\"] = (() => {
/** @type {import(\"./x\").Y} */
const go = 1;
return { go };
})();
modules[\"late.js\"] = (() => {
const { go } = modules[\"go.js\"];
return { go };
})();
modules[\"main.js\"] = (() => {
const { a, b: c } = modules[\"x/one.js\"];
const two = modules[\"two.js\"];
run(a, c, two);
(await Promise.resolve(modules[\"late.js\"])).go();
return {  };
})();
"
        );
    }

    #[test]
    #[should_panic(expected = "imports itself")]
    fn circles_are_refused() {
        let modules = Modules::from([
            ("a.js", "import { b } from \"./b.js\";\nexport const a = 1;"),
            ("b.js", "import { a } from \"./a.js\";\nexport const b = a;"),
        ]);
        bundle(&modules, "a.js");
    }

    #[test]
    fn forms_that_are_not_understood_are_refused() {
        for line in [
            "import {",
            "import \"./b.js\";",
            "import { b } from \"./b.js\"",
            "export default 1;",
            "export { a };",
            "export let a = 1;",
            "export const { a } = b;",
        ] {
            let modules = Modules::from([("a.js", line), ("b.js", "export const b = 1;")]);
            let done = std::panic::catch_unwind(|| bundle(&modules, "a.js"));
            let message = *done.expect_err(line).downcast::<String>().unwrap();
            assert_eq!(
                message,
                format!("a.js has a line that can't be bundled: {line}")
            );
        }
    }
}
