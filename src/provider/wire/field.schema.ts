import * as z from 'zod';
import { type DecimalString, parseDecimal } from '../../common/decimal.js';
import { parseObjectId } from '../../common/ids.js';
import type { ProviderProfileValues } from '../profile/provider-profile.schema.js';
import { withoutCardNumbers } from './provider-text.js';

// The longest text of the interface is a URL; past this length nobody meant it.
const MAX_TEXT_LENGTH = 2_000;

/** The complaint about a field of another type, or of none. */
export function orMissing(complaint: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    input === undefined || input === null ? 'is missing' : complaint;
}

/**
 * A text as the provider wrote it. Control characters and lone surrogates are refused: PostgreSQL stores neither NUL
 * nor half a character, and a line break in a status or an id is nobody's intention.
 */
export const wireText = z
  .string({ error: orMissing('is not a text') })
  .max(MAX_TEXT_LENGTH, 'is too long')
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'holds a control character');

/** A text, or the number that some write in its place; a number too long to be exact is no text. */
export const wireTextOrNumber = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), wireText);

/** A status word, verbatim but for a card number, which no word has. */
export const wireStatus = wireText.min(1, 'is empty').max(100, 'is too long').transform(withoutCardNumbers);

/** The UUID of an object, so not the nil one; in lower case whatever the provider wrote. */
export const wireUuid = wireText.transform((text, context) => {
  const uuid = parseObjectId(text);
  if (uuid !== null) return uuid;
  context.addIssue('is not a UUID');
  return z.NEVER;
});

type AmountForm = ProviderProfileValues['answerAmounts'];

/** A schema for each form of amounts, built once: to build one costs more than to read an answer by it. */
export function byAmountForm<T>(build: (form: AmountForm) => T) {
  const schemas: Readonly<Record<AmountForm, T>> = {
    text: build('text'),
    number: build('number'),
    either: build('either'),
  };
  return ({ answerAmounts }: Pick<ProviderProfileValues, 'answerAmounts'>): T => schemas[answerAmounts];
}

/** An amount, as a text or a JSON number, whichever the profile takes. */
export function wireAmount(form: AmountForm) {
  return z.unknown().transform((value, context): DecimalString => {
    const isWanted = form === 'either' || typeof value === (form === 'text' ? 'string' : 'number');
    const amount = isWanted ? readAmount(value) : null;
    if (amount !== null) return amount;
    context.addIssue(isWanted ? 'is not an amount' : `is not a ${form}`);
    return z.NEVER;
  });
}

/** A moment in strict ISO 8601 with an offset; null for any other text, since nothing is decided upon it. */
export const wireInstant = wireText.transform(readInstant);

/** An absolute web address: a payer is sent there, so `javascript:` and the like are refused. */
export const wireWebAddress = wireText.refine(
  (text) => URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol),
  'is not a web address',
);

/** Nothing is decided upon this field, so nothing it may hold spoils the answer: what cannot be read is null. */
export function informative<T extends z.ZodType>(schema: T) {
  return absentOr(schema).catch(null);
}

/** The field may be absent, null or empty, which all mean null; when it is there it must be well-formed. */
export function absentOr<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === undefined || value === '' ? null : value), schema.nullable());
}

// Commas can only part thousands where a point follows them: `1,005` alone may be a thousand and five, or one.
const WITH_THOUSANDS = /^\d{1,3}(?:,\d{3})+\.\d+$/;

function readAmount(value: unknown): DecimalString | null {
  // A number is exact here: of those with more digits than a float holds, `parseJsonBody` makes something else.
  if (typeof value === 'number') return parseDecimal(String(value));
  if (typeof value !== 'string') return null;
  const digits = WITH_THOUSANDS.test(value) ? value.replaceAll(',', '') : value;
  // `100.00000000` is 100: a provider with eight decimals in its database writes such zeros.
  return parseDecimal(digits.replace(/^(\d+\.\d{4})0+$/, '$1'));
}

const isoInstant = z.iso.datetime({ offset: true });

// Outside these years the text is a slip, and PostgreSQL has no year 0.
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

function readInstant(text: string): Date | null {
  if (!isoInstant.safeParse(text).success) return null;
  const instant = new Date(text);
  return instant.getTime() >= EARLIEST && instant.getTime() < LATEST ? instant : null;
}
