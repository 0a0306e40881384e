/** The recipient's fields, in the order in which people fill them in. */
export const RECIPIENT_FIELDS = [
  'name',
  'requisites',
  'userId',
  'bankName',
  'userEmail',
  'userPhone',
  'userIp',
] as const;

export type RecipientFieldName = (typeof RECIPIENT_FIELDS)[number];

/** A recipient as a caller wrote it. Null, undefined and an empty text all mean absent. */
export type RecipientInput = Readonly<Partial<Record<RecipientFieldName, string | null | undefined>>>;

/** A recipient whose fields are valid and canonical; null where absent. */
export interface Recipient {
  readonly name: string;
  /** The card number, phone number, PIX key or login that receives the money. */
  readonly requisites: string;
  readonly userId: string;
  readonly bankName: string | null;
  readonly userEmail: string | null;
  readonly userPhone: string | null;
  readonly userIp: string | null;
}
