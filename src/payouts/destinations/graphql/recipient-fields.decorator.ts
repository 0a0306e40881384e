import { Field, type FieldOptions } from '@nestjs/graphql';
import { RECIPIENT_FIELDS, type RecipientFieldName } from '../recipient.js';
import { RECIPIENT_TABLE } from '../recipient-table.js';

type Entry = (typeof RECIPIENT_TABLE)[RecipientFieldName];

/** Declares each field of a recipient on a class of the API, with these options and decorators. */
export function RecipientFields(
  optionsOf: (entry: Entry, name: RecipientFieldName) => FieldOptions,
  ...decoratorsOf: readonly ((entry: Entry) => PropertyDecorator)[]
): ClassDecorator {
  return ({ prototype }) => {
    for (const name of RECIPIENT_FIELDS) {
      const entry = RECIPIENT_TABLE[name];
      const field = Field(() => String, optionsOf(entry, name));
      for (const decorate of [field, ...decoratorsOf.map((decoratorOf) => decoratorOf(entry))]) {
        decorate(prototype as object, name);
      }
    }
  };
}
