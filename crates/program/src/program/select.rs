use std::sync::Arc;

use super::cast::number_from_bits;
use super::error::{Location, ParseErrorKind, quoted};
use super::machine::{Machine, Stop};
use super::tree::{IndexRange, Selection, Target};
use super::types::Type;
use super::value::{Array, BitValue, MAX_SIZE, MeasuredNumber, NumberType, Value};
use crate::processor::Processor;

/// Chosen index, or list of them.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    One(usize),
    Many(Vec<usize>),
}

impl Choice {
    fn as_slice(&self) -> &[usize] {
        match self {
            Self::One(index) => std::slice::from_ref(index),
            Self::Many(indices) => indices,
        }
    }
}

/// Elements of a variable.
struct Elements {
    /// Indices of the elements of an array; `None` for the whole variable.
    indices: Option<Vec<usize>>,
    /// Shape of the chosen elements; empty for a single one.
    dimensions: Vec<usize>,
    /// Bits of the element.
    bits: Option<Choice>,
}

impl<P: Processor> Machine<'_, P> {
    /// Indices of a selection among `size` elements; negative ones count from the end.
    pub(super) fn chosen(
        &mut self,
        selection: &Selection,
        size: usize,
        name: &str,
    ) -> Result<Choice, Stop<P::Error>> {
        self.spend(3)
            .map_err(|kind| selection.location().error(kind))?;
        match selection {
            Selection::Index(index) => {
                let value = self.integer(index)?;
                let found = element(value, size, name);
                let found = found.map_err(|kind| index.location.error(kind))?;
                Ok(Choice::One(found))
            }
            Selection::Set { indices, .. } => {
                self.spend(indices.len())
                    .map_err(|kind| selection.location().error(kind))?;
                let mut chosen = Vec::with_capacity(indices.len());
                for index in indices {
                    let value = self.integer(index)?;
                    let found = element(value, size, name);
                    chosen.push(found.map_err(|kind| index.location.error(kind))?);
                }
                Ok(Choice::Many(chosen))
            }
            Selection::Range(range) => self.chosen_range(range, size, name),
        }
    }

    fn chosen_range(
        &mut self,
        range: &IndexRange,
        size: usize,
        name: &str,
    ) -> Result<Choice, Stop<P::Error>> {
        let here = |kind| range.location.error(kind);
        let step = match &range.step {
            Some(step) => self.integer(step)?,
            None => 1,
        };
        if step == 0 {
            return Err(here(ParseErrorKind::ZeroStep).into());
        }
        let end = i128::try_from(size).unwrap_or(i128::MAX);
        let (low, high) = (0, end - 1);
        let ends = if step > 0 { (low, high) } else { (high, low) };
        let bound = |machine: &mut Self, bound: &Option<_>, open| match bound {
            Some(bound) => {
                let value = machine.integer(bound)?;
                Ok::<i128, Stop<P::Error>>(if value < 0 { value + end } else { value })
            }
            None => Ok(open),
        };
        let first = bound(self, &range.first, ends.0)?;
        let last = bound(self, &range.last, ends.1)?;
        let mut indices = Vec::new();
        let mut index = first;
        while if step > 0 {
            index <= last
        } else {
            index >= last
        } {
            let found = usize::try_from(index).ok().filter(|index| *index < size);
            let found = found.ok_or_else(|| here(no_index(index, size, name)))?;
            if indices.len() == MAX_SIZE {
                let limit = MAX_SIZE;
                return Err(here(ParseErrorKind::TooManyElements { limit }).into());
            }
            indices.push(found);
            index += step;
        }
        self.spend(indices.len() / 8).map_err(here)?;
        Ok(Choice::Many(indices))
    }

    fn places(&mut self, target: &Target) -> Result<Elements, Stop<P::Error>> {
        let mut left: &[usize] = &[];
        let shape;
        if let Value::Array(array) = self.subject(target) {
            shape = array.dimensions.clone();
            left = &shape;
        }
        let mut elements = (!left.is_empty()).then(|| vec![0]);
        let mut dimensions = Vec::new();
        let mut bits = None;
        for bracket in &target.brackets {
            let location = bracket.first().map_or(target.location, Selection::location);
            let here = |kind| Stop::Program(location.error(kind));
            if left.is_empty() {
                let (Some(selection), None) = (bracket.first(), &bits) else {
                    return Err(here(too_many(&target.name)));
                };
                if bracket.len() > 1 || !dimensions.is_empty() {
                    return Err(here(too_many(&target.name)));
                }
                let size = self.width(target, elements.as_deref());
                let size = size.ok_or_else(|| here(too_many(&target.name)))?;
                bits = Some(self.chosen(selection, size, &target.name)?);
                continue;
            }
            if bracket.len() > left.len() || !dimensions.is_empty() {
                return Err(here(too_many(&target.name)));
            }
            for selection in bracket {
                let (size, rest) = left.split_first().expect("as many as the dimensions");
                let chosen = self.chosen(selection, *size, &target.name)?;
                if let Choice::Many(indices) = &chosen {
                    dimensions.push(indices.len());
                }
                let before = elements.unwrap_or_default();
                let number = before.len().saturating_mul(chosen.as_slice().len());
                if number > MAX_SIZE {
                    let limit = MAX_SIZE;
                    return Err(here(ParseErrorKind::TooManyElements { limit }));
                }
                self.spend(number / 8).map_err(here)?;
                let all = before.iter().flat_map(|start| {
                    let chosen = chosen.as_slice().iter();
                    chosen.map(move |index| start * size + index)
                });
                elements = Some(all.collect());
                left = rest;
            }
        }
        // The rest of the dimensions is chosen as a whole.
        dimensions.extend(left);
        if let Some(starts) = &mut elements {
            let block: usize = left.iter().product();
            let number = starts.len().saturating_mul(block);
            self.spend(number / 8)
                .map_err(|kind| target.location.error(kind))?;
            if block != 1 {
                let all = starts
                    .iter()
                    .flat_map(|start| start * block..(start + 1) * block);
                *starts = all.collect();
            }
        }
        Ok(Elements {
            indices: elements,
            dimensions,
            bits,
        })
    }

    /// Whole value that elements are taken of.
    fn subject<'t>(&'t self, target: &'t Target) -> &'t Value {
        match &target.constant {
            Some(value) => value,
            None => self.value(target.slot),
        }
    }

    /// Number of bits of the variable or of the chosen element; `None` if it has none.
    fn width(&self, target: &Target, elements: Option<&[usize]>) -> Option<usize> {
        let scalar = match (self.subject(target), elements) {
            (Value::Array(array), Some([index])) => array.elements.get(*index)?,
            (value, None) => value,
            _ => return None,
        };
        Some(match scalar {
            Value::Bits(bits) | Value::Measured(MeasuredNumber { bits, .. }) => bits.len(),
            Value::Integer(integer) => usize::from(integer.of.width()),
            Value::Angle(angle) => usize::from(angle.width),
            _ => return None,
        })
    }

    /// Elements of a variable.
    pub(super) fn element(&mut self, target: &Target) -> Result<Value, Stop<P::Error>> {
        let here = |kind| Stop::Program(target.location.error(kind));
        self.spend(1).map_err(here)?;
        let places = self.places(target)?;
        let value = self.subject(target);
        let copied = match (value, &places.indices, &places.bits) {
            (_, _, Some(_)) => 0,
            (Value::Array(array), Some(indices), None) => {
                let size = array.elements.first().map_or(1, Value::len);
                indices.len().saturating_mul(size)
            }
            (value, ..) => value.len(),
        };
        self.spend(copied / 8).map_err(here)?;
        let value = self.subject(target);
        let scalar = match (value, &places.indices) {
            (Value::Array(array), Some(indices)) => {
                if !places.dimensions.is_empty() {
                    let elements = indices.iter().map(|&index| array.elements[index].clone());
                    return Ok(Value::Array(Arc::new(Array {
                        dimensions: places.dimensions,
                        elements: elements.collect(),
                    })));
                }
                &array.elements[indices[0]]
            }
            (value, _) => value,
        };
        let Some(chosen) = places.bits else {
            return Ok(scalar.clone());
        };
        if let (Value::Bits(bits), Choice::One(index)) = (scalar, &chosen) {
            return Ok(Value::Bit(bits[*index]));
        }
        let bits = scalar.to_bits().unwrap_or_default();
        Ok(match chosen {
            Choice::One(index) => Value::Bit(bits[index]),
            Choice::Many(indices) => {
                Value::Bits(indices.iter().map(|&index| bits[index]).collect())
            }
        })
    }

    /// Gives elements of a variable a value, which is cast to their type.
    pub(super) fn assign(
        &mut self,
        target: &Target,
        value: Value,
        location: Location,
    ) -> Result<(), Stop<P::Error>> {
        if target.brackets.is_empty() {
            let value = self.cast(value, &target.of);
            *self.value_mut(target.slot) = value.map_err(|cause| cause.at(location))?;
            return Ok(());
        }
        let places = self.places(target)?;
        let scalar = match &target.of {
            Type::Array(array) => &array.element,
            of => of,
        };
        let new = match (&places.bits, places.dimensions.is_empty(), value) {
            (Some(Choice::One(_)), _, value) => self.cast(value, &Type::Bit),
            (Some(Choice::Many(indices)), _, value) => self.cast(value, &Type::Bits(indices.len())),
            (None, true, value) => self.cast(value, scalar),
            (None, false, Value::Array(array)) if array.dimensions == places.dimensions => {
                let elements = array.elements.iter();
                let elements: Result<Vec<Value>, _> = elements
                    .map(|element| self.cast(element.clone(), scalar))
                    .collect();
                elements.map(|elements| {
                    Value::Array(Arc::new(Array {
                        dimensions: places.dimensions.clone(),
                        elements,
                    }))
                })
            }
            (None, false, other) => {
                let (expected, found) = ("an array of the same shape", other.type_name());
                Err(ParseErrorKind::Type { expected, found }.into())
            }
        };
        let new = new.map_err(|cause| cause.at(location))?;
        let variable = self.value_mut(target.slot);
        match (variable, places.indices) {
            (Value::Array(array), Some(indices)) => {
                let array = Arc::make_mut(array);
                match new {
                    Value::Array(new) => {
                        for (index, element) in indices.into_iter().zip(&new.elements) {
                            array.elements[index] = element.clone();
                        }
                    }
                    new => store(&mut array.elements[indices[0]], new, places.bits.as_ref()),
                }
            }
            (variable, _) => store(variable, new, places.bits.as_ref()),
        }
        Ok(())
    }
}

/// Puts a value, or bits, into a scalar.
fn store(scalar: &mut Value, new: Value, chosen: Option<&Choice>) {
    let Some(chosen) = chosen else {
        *scalar = new;
        return;
    };
    let new: &[BitValue] = match &new {
        Value::Bit(bit) => std::slice::from_ref(bit),
        Value::Bits(bits) => bits,
        _ => &[],
    };
    let pairs = chosen.as_slice().iter().zip(new);
    if let Value::Bits(bits) | Value::Measured(MeasuredNumber { bits, .. }) = scalar {
        for (&index, &bit) in pairs {
            bits[index] = bit;
        }
    } else {
        let mut bits = scalar.to_bits().unwrap_or_default();
        for (&index, &bit) in pairs {
            bits[index] = bit;
        }
        let width = bits.len();
        *scalar = match scalar {
            Value::Integer(integer) => {
                number_from_bits(bits, width, NumberType::Integer(integer.of))
            }
            _ => number_from_bits(bits, width, NumberType::Angle),
        };
        return;
    }
    if let Value::Measured(number) = scalar {
        let width = number.bits.len();
        *scalar = number_from_bits(std::mem::take(&mut number.bits), width, number.of);
    }
}

/// Index from 0; a negative one counts from the end.
fn element(index: i128, size: usize, name: &str) -> Result<usize, ParseErrorKind> {
    let from = if index < 0 {
        i128::try_from(size).unwrap_or(i128::MAX)
    } else {
        0
    };
    let found = usize::try_from(index.saturating_add(from)).ok();
    found
        .filter(|found| *found < size)
        .ok_or_else(|| no_index(index, size, name))
}

fn no_index(index: i128, size: usize, name: &str) -> ParseErrorKind {
    let end = if index < 0 { i64::MIN } else { i64::MAX };
    ParseErrorKind::Index {
        name: quoted(name),
        index: i64::try_from(index).unwrap_or(end),
        size,
    }
}

fn too_many(name: &str) -> ParseErrorKind {
    let name = quoted(name);
    ParseErrorKind::TooManyIndices { name }
}
