import {
  PAYOUT_BASE_FIELDS,
  PAYOUT_RECIPIENT_FIELDS,
  type PayoutBaseField,
  type PayoutExtraField,
} from '../../provider/profile/payout-destination.js';

export type RecipientFieldName = PayoutBaseField | PayoutExtraField;

/** The recipient's fields, in the order in which people fill them in. */
export const RECIPIENT_FIELDS: readonly RecipientFieldName[] = PAYOUT_RECIPIENT_FIELDS;

/** A recipient as the caller wrote it. Null, undefined and an empty text all mean that the field is absent. */
export type RecipientInput = Readonly<Partial<Record<RecipientFieldName, string | null | undefined>>>;

/** A recipient whose fields are valid and in canonical form; absent fields are null. */
export type Recipient = Readonly<Record<PayoutBaseField, string> & Record<PayoutExtraField, string | null>>;

/** Changes the given fields of a recipient: undefined keeps a field, null removes it. */
export function correctRecipient(recipient: Recipient, changes: RecipientInput): RecipientInput {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...recipient, ...(Object.fromEntries(given) as RecipientInput) };
}

/** Builds an object with one value for each field of a recipient. */
export function ofEachField<Value>(valueOf: (name: RecipientFieldName) => Value): Record<RecipientFieldName, Value> {
  // A loop, because every row of a list passes through here, and `Object.fromEntries` takes four times as long.
  const values: Partial<Record<RecipientFieldName, Value>> = {};
  for (const name of RECIPIENT_FIELDS) values[name] = valueOf(name);
  return values as Record<RecipientFieldName, Value>;
}

/** Whether a field is required at every destination. */
export function isBaseField(name: RecipientFieldName): name is PayoutBaseField {
  return PAYOUT_BASE_FIELDS.some((base) => base === name);
}
