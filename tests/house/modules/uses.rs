//! Paths in the code of a file.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Attribute, Item, ItemFn, ItemImpl, ItemMod, ItemStruct, ItemUse, Macro, Meta, Path, Visibility,
};

use crate::modules::names;
use crate::source_files::{SourceFile, is_test};

/// Paths that the code of a file names, each with the module it stands in. Re-exports are no code.
pub(crate) fn of(file: &SourceFile) -> Vec<(Vec<String>, Vec<String>)> {
    let mut uses = Uses {
        module: file.module.clone(),
        found: Vec::new(),
    };
    uses.visit_file(&file.syntax);
    uses.found
}

struct Uses {
    module: Vec<String>,
    found: Vec<(Vec<String>, Vec<String>)>,
}

impl Uses {
    fn add(&mut self, path: Vec<String>) {
        self.found.push((self.module.clone(), path));
    }

    /// Paths in the arguments of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                token => {
                    self.end(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = token {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.add(std::mem::take(path));
        }
    }
}

impl Visit<'_> for Uses {
    fn visit_item(&mut self, item: &Item) {
        let skipped = match item {
            Item::Fn(ItemFn { attrs, .. })
            | Item::Impl(ItemImpl { attrs, .. })
            | Item::Mod(ItemMod { attrs, .. })
            | Item::Struct(ItemStruct { attrs, .. })
            | Item::Use(ItemUse { attrs, .. }) => is_test(attrs),
            _ => false,
        };
        if !skipped {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        if matches!(item.vis, Visibility::Inherited) {
            for import in names::imports(item) {
                self.add(import.path);
            }
        }
    }

    fn visit_path(&mut self, path: &Path) {
        let segments = path.segments.iter();
        self.add(segments.map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, of: &Macro) {
        visit::visit_macro(self, of);
        self.tokens(of.tokens.clone());
    }

    /// Paths in strings, as in `#[serde(with = "path")]`.
    fn visit_attribute(&mut self, attribute: &Attribute) {
        let Meta::List(list) = &attribute.meta else {
            return;
        };
        for token in list.tokens.clone() {
            if let TokenTree::Literal(literal) = token
                && let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string())
                && let Ok(path) = text.parse::<Path>()
            {
                self.visit_path(&path);
            }
        }
    }

    // A visibility names a module and uses nothing of it.
    fn visit_visibility(&mut self, _: &Visibility) {}
}
