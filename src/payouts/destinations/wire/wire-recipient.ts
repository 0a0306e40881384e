import type { DestinationField } from '../table/destination.js';
import type { Recipient } from '../recipient.js';
import { formatPhone, type PhoneFormat } from './wire-phone.js';

/** The recipient as it is sent: every number in a field of the kind `PHONE` written as the service expects it. */
export function writePhones(recipient: Recipient, fields: readonly DestinationField[], format: PhoneFormat): Recipient {
  const written = { ...recipient };
  for (const field of fields) {
    const value = recipient[field.name];
    if (field.format.kind === 'PHONE' && value !== null) written[field.name] = formatPhone(value, format);
  }
  return written;
}
