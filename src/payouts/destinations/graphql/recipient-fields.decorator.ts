import { Field, type FieldOptions } from '@nestjs/graphql';
import { DeclareFields } from '../../../platform/graphql/declare-fields.decorator.js';
import { RECIPIENT_FIELDS, type RecipientFieldName } from '../recipient.js';
import { RECIPIENT_TABLE } from '../recipient-table.js';

type Entry = (typeof RECIPIENT_TABLE)[RecipientFieldName];

/** Declares every field of a recipient on an API class, with the options and decorators given for each. */
export function RecipientFields(
  optionsOf: (entry: Entry, name: RecipientFieldName) => FieldOptions,
  ...decoratorsOf: readonly ((entry: Entry) => PropertyDecorator)[]
): ClassDecorator {
  return DeclareFields(RECIPIENT_FIELDS, (name) => {
    const entry = RECIPIENT_TABLE[name];
    return [Field(() => String, optionsOf(entry, name)), ...decoratorsOf.map((decoratorOf) => decoratorOf(entry))];
  });
}
