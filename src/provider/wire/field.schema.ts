import * as z from 'zod';
import { type DecimalString, parseDecimal } from '../../common/decimal.js';
import { parseObjectId } from '../../common/ids.js';
import type { ProviderProfileValues } from '../profile/provider-profile.schema.js';
import { withoutCardNumbers } from './provider-text.js';

// The longest text in the interface is a URL. Anything longer is a mistake.
const MAX_TEXT_LENGTH = 2_000;

export function orMissing(complaint: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    input === undefined || input === null ? 'is missing' : complaint;
}

/**
 * A string as the provider wrote it. Rejects control characters and lone surrogates: PostgreSQL cannot store NUL or
 * half a character, and no status or id has a line break on purpose.
 */
export const wireText = z
  .string({ error: orMissing('is not a text') })
  .max(MAX_TEXT_LENGTH, 'is too long')
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'holds a control character');

/** A string, or a number in place of one. A number too long to be exact is rejected. */
export const wireTextOrNumber = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), wireText);

/** A status, verbatim except that card numbers are removed. */
export const wireStatus = wireText.min(1, 'is empty').max(100, 'is too long').transform(withoutCardNumbers);

/** The UUID of an object, in lower case. The nil UUID is rejected. */
export const wireUuid = wireText.transform((text, context) => {
  const uuid = parseObjectId(text);
  if (uuid !== null) return uuid;
  context.addIssue('is not a UUID');
  return z.NEVER;
});

type AmountForm = ProviderProfileValues['answerAmounts'];

/** Builds a schema once for each form of amounts, because building it costs more than reading an answer. */
export function byAmountForm<T>(build: (form: AmountForm) => T) {
  const schemas: Readonly<Record<AmountForm, T>> = {
    text: build('text'),
    number: build('number'),
    either: build('either'),
  };
  return ({ answerAmounts }: Pick<ProviderProfileValues, 'answerAmounts'>): T => schemas[answerAmounts];
}

/** An amount as a string or a JSON number, whichever the profile allows. */
export function wireAmount(form: AmountForm) {
  return z.unknown().transform((value, context): DecimalString => {
    const isWanted = form === 'either' || typeof value === (form === 'text' ? 'string' : 'number');
    const amount = isWanted ? readAmount(value) : null;
    if (amount !== null) return amount;
    context.addIssue(isWanted ? 'is not an amount' : `is not a ${form}`);
    return z.NEVER;
  });
}

/** A strict ISO 8601 time with an offset. Any other string becomes null, because no decision depends on it. */
export const wireInstant = wireText.transform(readInstant);

/** An absolute URL. Payers are redirected to it, so `javascript:` and the like are rejected. */
export const wireWebAddress = wireText.refine(
  (text) => URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol),
  'is not a web address',
);

/**
 * For a field on which no decision depends: an unreadable value becomes null instead of making the answer malformed.
 */
export function informative<T extends z.ZodType>(schema: T) {
  return absentOr(schema).catch(null);
}

/** Absent, null and empty mean null; any other value must be well-formed. */
export function absentOr<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === undefined || value === '' ? null : value), schema.nullable());
}

// Commas count as thousands separators only before a decimal point: `1,005` by itself may be a thousand and five, or
// one.
const WITH_THOUSANDS = /^\d{1,3}(?:,\d{3})+\.\d+$/;

function readAmount(value: unknown): DecimalString | null {
  // The number is exact: `parseJsonBody` replaced numbers with more digits than a float holds.
  if (typeof value === 'number') return parseDecimal(String(value));
  if (typeof value !== 'string') return null;
  const digits = WITH_THOUSANDS.test(value) ? value.replaceAll(',', '') : value;
  // A provider whose database has eight decimals writes 100 as `100.00000000`, so zeros after the fourth decimal are
  // removed.
  return parseDecimal(digits.replace(/^(\d+\.\d{4})0+$/, '$1'));
}

const isoInstant = z.iso.datetime({ offset: true });

// A year outside this range must be a mistake, and PostgreSQL has no year 0.
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

function readInstant(text: string): Date | null {
  if (!isoInstant.safeParse(text).success) return null;
  const instant = new Date(text);
  return instant.getTime() >= EARLIEST && instant.getTime() < LATEST ? instant : null;
}
