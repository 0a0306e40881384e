import * as z from 'zod';
import { isLoopbackHost, parseNetwork } from '../../common/network.js';
import { Secret } from '../../common/secret.js';
import { parseNatsAddress } from './nats-address.js';

export const wholeNumber = ({ from, to }: { from: number; to: number }) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be from ${from} to ${to}`);

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

export const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');

// An unedited example must never reach production, so every placeholder in .env.example contains this text.
const PLACEHOLDER = /change[-_ ]?me/i;

// Of 200,000 random secrets with 32 hexadecimal digits, none had fewer than 8 different digits. Secrets typed by hand
// often do.
const differentCharacters = (minLength: number): number => minLength / 4;

export const secret = ({ minLength }: { minLength: number }) =>
  z
    .string()
    .refine((value) => !PLACEHOLDER.test(value), { error: 'still holds the placeholder of .env.example', abort: true })
    .refine((value) => value.length >= minLength, {
      error: `must be at least ${minLength} characters long`,
      abort: true,
    })
    .refine(
      (value) => new Set(value).size >= differentCharacters(minLength),
      `must hold at least ${differentCharacters(minLength)} different characters`,
    )
    .refine((value) => /^[\x21-\x7e]+$/.test(value), 'must be printable ASCII without spaces')
    .transform((value) => new Secret(value));

// Tokens are sent to this address, so plain http is accepted only for this machine.
export const serviceUrl = z
  .string()
  .refine((text) => URL.canParse(text), 'must be an absolute URL')
  .transform((text) => new URL(text))
  .refine((url) => url.protocol === 'https:' || url.protocol === 'http:', 'must be an http or https URL')
  .refine((url) => url.protocol === 'https:' || isLoopbackHost(url.hostname), 'must use https')
  .refine((url) => url.username === '' && url.password === '', 'must not carry credentials')
  .refine((url) => url.search === '' && url.hash === '', 'must not carry a query or fragment')
  .transform((url) => url.href.replace(/\/+$/, ''));

// The issuer is compared literally with a claim, so a trailing slash is neither added nor removed.
export const identityProviderUrl = z
  .string()
  .refine((text) => serviceUrl.safeParse(text).success, 'must be an https URL without a query');

export const databaseUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol) && new URL(text).hash === '',
    'must be a postgres:// URL, with special characters of the password percent-encoded, as %23 for #',
  )
  .refine((text) => !PLACEHOLDER.test(text), 'still holds the placeholder of .env.example')
  .transform((text) => new Secret(text));

export const natsUrl = z
  .string()
  .refine(
    (text) => parseNatsAddress(text) !== null,
    'must be nats:// or tls:// addresses of one cluster, separated by commas',
  )
  .refine((text) => !PLACEHOLDER.test(text), 'still holds the placeholder of .env.example')
  .transform((text) => new Secret(text));

// Plain http is accepted, because a collector inside a cluster usually has no TLS. Spans contain no secrets.
export const collectorUrl = z
  .string()
  .refine((text) => /^https?:/.test(text) && URL.canParse(text), 'must be an http or https URL')
  .transform((text) => new URL(text))
  .refine((url) => url.username === '' && url.password === '', 'must not carry credentials')
  .refine((url) => url.search === '' && url.hash === '', 'must not carry a query or fragment')
  .transform((url) => url.href.replace(/\/+$/, ''));

export const headers = z
  .string()
  .refine((text) => !PLACEHOLDER.test(text), 'still holds the placeholder of .env.example')
  .refine(
    (text) => text.split(',').every((pair) => /^\s*[\w-]+\s*=\s*[\x21-\x7e]+\s*$/.test(pair)),
    'must be name=value pairs separated by commas',
  )
  .transform((text) => new Secret(text));

export const share = z
  .string()
  .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'must be a share from 0 to 1')
  .transform(Number);

export const encryptionKey = z
  .string()
  .refine((text) => !PLACEHOLDER.test(text), { error: 'still holds the placeholder of .env.example', abort: true })
  .refine((text) => /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32, {
    error: 'must be 32 bytes in base64 (44 characters)',
    abort: true,
  })
  .refine((text) => !Buffer.from(text, 'base64').every((byte, _, all) => byte === all[0]), 'must be random')
  .transform((text) => new Secret(text));

export const network = z.string().transform((text, context) => {
  const parsed = parseNetwork(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: 'must hold IP addresses or networks only' });
  return z.NEVER;
});

// The largest private network is 10.0.0.0/8. A larger range would include strangers, who could then claim any address.
const SHORTEST_PREFIX = { ipv4: 8, ipv6: 16 };

export const proxyNetwork = network.refine((text) => {
  const bits = Number(text.split('/')[1]);
  return bits >= (text.includes(':') ? SHORTEST_PREFIX.ipv6 : SHORTEST_PREFIX.ipv4);
}, `must hold no network larger than /${SHORTEST_PREFIX.ipv4}, or /${SHORTEST_PREFIX.ipv6} of IPv6`);

export const origin = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).origin === text, 'must hold origins only');
