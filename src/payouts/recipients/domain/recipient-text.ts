import { maskValuesIn } from '../../../common/text/masked-values.js';
import { type Recipient, RECIPIENT_FIELDS } from '../../destinations/recipient.js';
import { RECIPIENT_TABLE } from '../../destinations/recipient-table.js';

/** Masks the recipient's values in a text from the provider, with the masks that the API's fields use. */
export function maskRecipientIn(text: string, recipient: Recipient): string {
  const values = RECIPIENT_FIELDS.flatMap((name) => {
    const { mask, maskInTexts = mask } = RECIPIENT_TABLE[name];
    const value = recipient[name];
    if (value === null) return [];
    const parts = name === 'name' ? [value, ...value.split(/\s+/u)] : [value];
    return parts.map((part) => ({ value: part, mask: maskInTexts(part) }));
  });
  // A value that the API shows in full is no secret, so it is not masked.
  return maskValuesIn(
    text,
    values.filter(({ value, mask }) => mask !== value),
  );
}
