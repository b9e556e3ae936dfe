//! Named items of a file, with their documentation.

use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, Fields, Ident, ImplItem, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemMod,
    ItemStatic, ItemStruct, ItemTrait, ItemType, Lit, Meta, TraitItem, Type, Visibility,
};

use crate::source_files::{SourceFile, is_test};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A struct, an enum, a trait or an alias.
    Type,
    Other,
    /// Something whose name was chosen elsewhere: a file, a method of an implemented trait.
    Foreign,
}

pub(crate) struct NamedItem {
    pub(crate) kind: Kind,
    pub(crate) public: bool,
    pub(crate) name: String,
    /// Name of the type it belongs to.
    pub(crate) owner: Option<String>,
    /// Text of the doc comment; empty without one.
    pub(crate) doc: String,
    /// File and line.
    pub(crate) location: String,
}

/// All items of a file but those for tests, in the order of the text.
pub(crate) fn of(file: &SourceFile) -> Vec<NamedItem> {
    let mut items = Items {
        path: file.path.display().to_string(),
        found: Vec::new(),
    };
    items.found.push(NamedItem {
        kind: Kind::Foreign,
        public: true,
        name: file.module.last().cloned().unwrap_or_default(),
        owner: None,
        doc: doc(&file.syntax.attrs),
        location: format!("{}:1", items.path),
    });
    items.visit_file(&file.syntax);
    items.found
}

struct Items {
    path: String,
    found: Vec<NamedItem>,
}

impl Items {
    fn add(&mut self, kind: Kind, public: bool, of: Option<&str>, id: &Ident, attrs: &[Attribute]) {
        if is_test(attrs) {
            return;
        }
        self.found.push(NamedItem {
            kind,
            public,
            name: id.to_string(),
            owner: of.map(str::to_owned),
            doc: doc(attrs),
            location: format!("{}:{}", self.path, id.span().start().line),
        });
    }

    fn fields(&mut self, of: &str, fields: &Fields, public: impl Fn(&Visibility) -> bool) {
        for field in fields {
            if let Some(name) = &field.ident {
                let public = public(&field.vis);
                self.add(Kind::Other, public, Some(of), name, &field.attrs);
            }
        }
    }
}

impl Visit<'_> for Items {
    fn visit_item_mod(&mut self, item: &ItemMod) {
        if !is_test(&item.attrs) {
            self.add(
                Kind::Other,
                is_public(&item.vis),
                None,
                &item.ident,
                &item.attrs,
            );
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &ItemFn) {
        let public = is_public(&item.vis);
        self.add(Kind::Other, public, None, &item.sig.ident, &item.attrs);
    }

    fn visit_item_const(&mut self, item: &ItemConst) {
        let public = is_public(&item.vis);
        self.add(Kind::Other, public, None, &item.ident, &item.attrs);
    }

    fn visit_item_static(&mut self, item: &ItemStatic) {
        let public = is_public(&item.vis);
        self.add(Kind::Other, public, None, &item.ident, &item.attrs);
    }

    fn visit_item_type(&mut self, item: &ItemType) {
        let public = is_public(&item.vis);
        self.add(Kind::Type, public, None, &item.ident, &item.attrs);
    }

    fn visit_item_struct(&mut self, item: &ItemStruct) {
        if is_test(&item.attrs) {
            return;
        }
        let public = is_public(&item.vis);
        self.add(Kind::Type, public, None, &item.ident, &item.attrs);
        let of = item.ident.to_string();
        self.fields(&of, &item.fields, |visibility| {
            public && is_public(visibility)
        });
    }

    fn visit_item_enum(&mut self, item: &ItemEnum) {
        if is_test(&item.attrs) {
            return;
        }
        let public = is_public(&item.vis);
        self.add(Kind::Type, public, None, &item.ident, &item.attrs);
        let of = item.ident.to_string();
        for variant in &item.variants {
            let attributes = &variant.attrs;
            self.add(Kind::Other, public, Some(&of), &variant.ident, attributes);
            let of = format!("{of}::{}", variant.ident);
            self.fields(&of, &variant.fields, |_| public);
        }
    }

    fn visit_item_trait(&mut self, item: &ItemTrait) {
        let public = is_public(&item.vis);
        self.add(Kind::Type, public, None, &item.ident, &item.attrs);
        let of = item.ident.to_string();
        for item in &item.items {
            let (name, attributes) = match item {
                TraitItem::Fn(item) => (&item.sig.ident, &item.attrs),
                TraitItem::Const(item) => (&item.ident, &item.attrs),
                TraitItem::Type(item) => (&item.ident, &item.attrs),
                _ => continue,
            };
            self.add(Kind::Other, public, Some(&of), name, attributes);
        }
    }

    fn visit_item_impl(&mut self, item: &ItemImpl) {
        if is_test(&item.attrs) {
            return;
        }
        let kind = match item.trait_ {
            Some(_) => Kind::Foreign,
            None => Kind::Other,
        };
        let of = name_of(&item.self_ty);
        for item in &item.items {
            let (visibility, name, attributes) = match item {
                ImplItem::Fn(item) => (&item.vis, &item.sig.ident, &item.attrs),
                ImplItem::Const(item) => (&item.vis, &item.ident, &item.attrs),
                _ => continue,
            };
            let public = is_public(visibility);
            self.add(kind, public, Some(&of), name, attributes);
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn name_of(of: &Type) -> String {
    match of {
        Type::Path(path) => {
            let last = path.path.segments.last();
            last.map_or_else(String::new, |segment| segment.ident.to_string())
        }
        Type::Reference(reference) => name_of(&reference.elem),
        _ => String::new(),
    }
}

fn doc(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        if let Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("doc")
            && let Expr::Lit(value) = &pair.value
            && let Lit::Str(line) = &value.lit
        {
            text.push_str(line.value().trim());
            text.push('\n');
        }
    }
    text
}
