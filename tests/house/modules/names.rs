//! Names that each module of a crate defines or imports, and the files they lead to.

use std::collections::{HashMap, HashSet};

use syn::{Ident, Item, ItemUse, UseTree};

use crate::source_files::{SourceFile, is_test};

/// A name in scope of a module.
#[derive(Clone)]
enum Binding {
    /// Defined in this file.
    Defined,
    /// A path as written, from the module that imports it.
    Imported(Vec<String>),
}

#[derive(Default)]
struct Module {
    file: usize,
    names: HashMap<String, Binding>,
    /// Paths of modules or enums whose names are imported together.
    globs: Vec<Vec<String>>,
}

/// Target of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// An item defined in the file of this index.
    Item(usize),
    Module,
    /// Another crate, a local variable or a name of the prelude.
    Elsewhere,
}

/// One leaf of a `use`: the path, and its name in this module, none for `*`.
pub(crate) struct Import {
    pub(crate) path: Vec<String>,
    name: Option<String>,
}

pub(crate) struct Names {
    modules: HashMap<Vec<String>, Module>,
}

impl Names {
    pub(crate) fn new(files: &[SourceFile]) -> Names {
        let mut names = Names {
            modules: HashMap::new(),
        };
        for (index, file) in files.iter().enumerate() {
            names.define(index, &file.module, &file.syntax.items);
        }
        names
    }

    fn define(&mut self, file: usize, path: &[String], items: &[Item]) {
        let mut module = Module {
            file,
            ..Module::default()
        };
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            if let Item::Use(item) = item {
                for import in imports(item) {
                    match import.name {
                        Some(name) => {
                            let binding = Binding::Imported(import.path);
                            module.names.insert(name, binding);
                        }
                        None => module.globs.push(import.path),
                    }
                }
            } else if let Item::Mod(item) = item {
                if let Some((_, items)) = &item.content {
                    let inner = [path, &[item.ident.to_string()]].concat();
                    self.define(file, &inner, items);
                }
            } else if let Some(name) = defined(item) {
                module.names.insert(name.to_string(), Binding::Defined);
            }
        }
        self.modules.insert(path.to_vec(), module);
    }

    /// Target of a path that code in `module` uses.
    pub(crate) fn resolve(&self, module: &[String], path: &[String]) -> Target {
        self.follow(module, path, &mut HashSet::new())
    }

    /// Follows a path by way of imports, each of them once: `use a::a` may name a crate.
    fn follow<'a>(
        &'a self,
        module: &[String],
        path: &[String],
        taken: &mut HashSet<&'a [String]>,
    ) -> Target {
        let Some((first, rest)) = path.split_first() else {
            return Target::Module;
        };
        match &first[..] {
            "crate" => return self.follow(&[], rest, taken),
            "self" => return self.follow(module, rest, taken),
            "super" => {
                let parent = &module[..module.len().saturating_sub(1)];
                return self.follow(parent, rest, taken);
            }
            _ => {}
        }
        let child = [module, std::slice::from_ref(first)].concat();
        if self.modules.contains_key(&child) {
            return self.follow(&child, rest, taken);
        }
        let Some(scope) = self.modules.get(module) else {
            return Target::Elsewhere;
        };
        match scope.names.get(first) {
            Some(Binding::Defined) => Target::Item(scope.file),
            Some(Binding::Imported(import)) if taken.insert(import) => {
                self.follow(module, &[import, rest].concat(), taken)
            }
            Some(Binding::Imported(_)) => Target::Elsewhere,
            None => {
                for glob in &scope.globs {
                    if taken.insert(glob) {
                        let target = self.follow(module, &[glob, path].concat(), taken);
                        if target != Target::Elsewhere {
                            return target;
                        }
                    }
                }
                Target::Elsewhere
            }
        }
    }
}

fn attributes(item: &Item) -> &[syn::Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn defined(item: &Item) -> Option<&Ident> {
    match item {
        Item::Const(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        Item::Fn(item) => Some(&item.sig.ident),
        Item::Macro(item) => item.ident.as_ref(),
        Item::Static(item) => Some(&item.ident),
        Item::Struct(item) => Some(&item.ident),
        Item::Trait(item) => Some(&item.ident),
        Item::Type(item) => Some(&item.ident),
        Item::Union(item) => Some(&item.ident),
        _ => None,
    }
}

/// Leaves of a `use`, with `self` at the end of a path left out.
pub(crate) fn imports(item: &ItemUse) -> Vec<Import> {
    let mut found = Vec::new();
    leaves(&item.tree, &[], &mut found);
    found
}

fn leaves(tree: &UseTree, before: &[String], found: &mut Vec<Import>) {
    let at = |name: &Ident| match &name.to_string()[..] {
        "self" if !before.is_empty() => before.to_vec(),
        name => [before, &[name.to_owned()]].concat(),
    };
    match tree {
        UseTree::Path(tree) => leaves(&tree.tree, &at(&tree.ident), found),
        UseTree::Name(tree) => {
            let path = at(&tree.ident);
            let name = path.last().cloned();
            found.push(Import { path, name });
        }
        UseTree::Rename(tree) => found.push(Import {
            path: at(&tree.ident),
            name: Some(tree.rename.to_string()),
        }),
        UseTree::Glob(_) => found.push(Import {
            path: before.to_vec(),
            name: None,
        }),
        UseTree::Group(tree) => {
            for tree in &tree.items {
                leaves(tree, before, found);
            }
        }
    }
}
