import type { DestinationField } from '../table/destination.js';
import type { Recipient } from '../recipient.js';
import { formatPhone, type PhoneFormat } from './wire-phone.js';

export function writePhones(recipient: Recipient, fields: readonly DestinationField[], format: PhoneFormat): Recipient {
  const written = { ...recipient };
  for (const field of fields) {
    const value = recipient[field.name];
    if (field.format.kind === 'PHONE' && value !== null) written[field.name] = formatPhone(value, format);
  }
  return written;
}
