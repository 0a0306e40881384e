import { z } from 'zod';
import { type DecimalString, parseDecimal } from '../../common/decimal.js';
import { parseObjectId } from '../../common/ids.js';

// The longest text of the interface is a URL; past this length nobody meant it.
const MAX_TEXT_LENGTH = 2_000;

/**
 * A text as the provider wrote it. Control characters and lone surrogates are refused: PostgreSQL stores neither NUL
 * nor half a character, and a line break in a status or an id is nobody's intention.
 */
export const wireText = z
  .string()
  .max(MAX_TEXT_LENGTH)
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text));

/** A status word, verbatim. */
export const wireStatus = wireText.min(1).max(100);

/** The UUID of an object, so not the nil one; in lower case whatever the provider wrote. */
export const wireUuid = z.string().transform((text, context) => {
  const uuid = parseObjectId(text);
  if (uuid !== null) return uuid;
  context.addIssue('not the UUID of an object');
  return z.NEVER;
});

/** An amount as a decimal string; a JSON number is refused, since its digits may already be lost. */
export const wireAmount = wireText.transform((text, context) => {
  const amount = readAmount(text);
  if (amount !== null) return amount;
  context.addIssue('not an amount');
  return z.NEVER;
});

/** An amount nothing is decided upon: null when it is a text that is no amount here. */
export const wireInformativeAmount = wireText.transform(readAmount);

/** A moment in strict ISO 8601 with an offset; null for any other text, since nothing is decided upon it. */
export const wireInstant = wireText.transform(readInstant);

/** An absolute web address: a payer is sent there, so `javascript:` and the like are refused. */
export const wireWebAddress = wireText.refine(
  (text) => URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol),
);

/** The field may be absent, null or empty, which all mean null; when it is there it must be well-formed. */
export function absentOr<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === undefined || value === '' ? null : value), schema.nullable());
}

// `100.00000000` is 100: a provider with eight decimals in its database writes such zeros.
function readAmount(text: string): DecimalString | null {
  return parseDecimal(text.replace(/^(\d+\.\d{4})0+$/, '$1'));
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
