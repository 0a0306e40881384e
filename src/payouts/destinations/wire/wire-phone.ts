import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

/** How a phone number is sent. The examples show +7 912 345-67-89. */
export type PhoneFormat =
  /** `+79123456789` */
  | 'with-plus'
  /** `79123456789` */
  | 'without-plus'
  /** `9123456789` */
  | 'national'
  /** `89123456789`, as it is dialled within the country */
  | 'national-with-trunk-prefix';

/**
 * Writes a canonical phone number in the format of a service.
 * @param phone international, with a leading plus
 * @throws Error if the text is not such a number; the message contains no digit, because the number is personal data
 */
export function formatPhone(phone: string, format: PhoneFormat): string {
  const number = parsePhoneNumberFromString(phone);
  if (number?.number !== phone) throw new Error('Only a canonical phone number can be written for the wire');
  switch (format) {
    case 'with-plus':
      return phone;
    case 'without-plus':
      return phone.slice(1);
    case 'national':
      return number.nationalNumber;
    case 'national-with-trunk-prefix':
      return number.formatNational().replace(/\D/g, '');
  }
}
