import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { Secret } from '../../common/secret.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { signWebhook } from '../testing/webhook-signer.fixture.js';
import { WebhookSignatureVerifier } from './webhook-signature-verifier.js';

const SECRET = 'a-secret-of-the-provider';
const SENT_AT = 1_767_323_045;
const body = Buffer.from('{"id": "0190a1b2-5555-7e5f-8a9b-0c1d2e3f4a5b"}');

function providerWith(overrides: object = {}, secrets: readonly string[] = [SECRET]) {
  const profile = ProviderProfile.withOverrides({ webhookSignature: overrides });
  const scheme = profile.webhookSignature;
  const verifier = new WebhookSignatureVerifier(
    profile,
    secrets.map((secret) => new Secret(secret)),
  );
  return {
    sign: (secret = SECRET, timestamp?: string) =>
      signWebhook({ scheme, secret, body, ...(timestamp !== undefined && { timestamp }) }),
    verify: (headers: IncomingHttpHeaders, received: { body?: Uint8Array; at?: number } = {}) =>
      verifier.verify({
        headers,
        body: received.body ?? body,
        receivedAt: new Date((received.at ?? SENT_AT) * 1_000),
      }),
  };
}

const schemes = (['hmac-sha256', 'hmac-sha512', 'hmac-sha1'] as const).flatMap((algorithm) =>
  (['hex', 'base64', 'base64url'] as const).flatMap((encoding) =>
    (['body', 'timestamp.body'] as const).map((signedContent) => ({ algorithm, encoding, signedContent })),
  ),
);

/** Flips one bit of the text, and reads the result as Node reads headers. */
function withBitFlipped(text: string, bit: number): string {
  const bytes = Buffer.from(text, 'latin1');
  const at = bit % (bytes.length * 8);
  bytes[at >> 3]! ^= 1 << (at & 7);
  return bytes.toString('latin1');
}

describe('webhook signatures', () => {
  it('use HMAC-SHA256 in hexadecimal over the body by default', () => {
    // echo -n '{}' | openssl dgst -sha256 -hmac key
    const signature = 'a777724d943eb48dc69bca8a4a6d57a04db3f9ec7e1de4e581e860265bdf3032';
    const { verify } = providerWith({}, ['key']);

    expect(verify({ 'x-signature': signature }, { body: Buffer.from('{}') })).toBe('valid');
  });

  it.each(schemes)('a $algorithm signature in $encoding over $signedContent is valid', (scheme) => {
    const { sign, verify } = providerWith(scheme);

    expect(verify(sign(SECRET, String(SENT_AT)))).toBe('valid');
  });

  it.each(schemes)('flipping any bit invalidates a $algorithm signature in $encoding over $signedContent', (scheme) => {
    const { sign, verify } = providerWith(scheme);
    const headers = sign(SECRET, String(SENT_AT));
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (signatureBit, bodyBit) => {
        const forged = { ...headers, 'x-signature': withBitFlipped(headers['x-signature']!, signatureBit) };
        const changed = Buffer.from(withBitFlipped(body.toString('latin1'), bodyBit), 'latin1');
        expect(verify(forged)).toBe('invalid');
        expect(verify(headers, { body: changed })).toBe('invalid');
      }),
    );
  });

  it('any flipped bit of the timestamp invalidates the signature', () => {
    const { sign, verify } = providerWith({ signedContent: 'timestamp.body' });
    const headers = sign(SECRET, String(SENT_AT));
    for (let bit = 0; bit < String(SENT_AT).length * 8; bit += 1) {
      const forged = { ...headers, 'x-timestamp': withBitFlipped(String(SENT_AT), bit) };
      expect(verify(forged)).toBe('invalid');
    }
  });

  it('during a rotation both secrets are valid, and any other is not', () => {
    const { sign, verify } = providerWith({}, ['the-new-secret', SECRET]);

    expect(verify(sign('the-new-secret'))).toBe('valid');
    expect(verify(sign(SECRET))).toBe('valid');
    expect(verify(sign('another-secret'))).toBe('invalid');
    expect(providerWith({}, ['the-new-secret']).verify(sign(SECRET))).toBe('invalid');
  });

  it('without a secret every webhook is not_configured', () => {
    const { sign, verify } = providerWith({}, []);

    expect(verify(sign())).toBe('not_configured');
    expect(verify({})).toBe('not_configured');
  });

  it('the signature of the same JSON in another spelling is invalid', () => {
    const { sign, verify } = providerWith();
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));

    expect(verify(sign(), { body: rewritten })).toBe('invalid');
  });

  it("webhook signatures are read from the profile's header, after its prefix", () => {
    const { sign, verify } = providerWith({ header: 'x-hub-signature', prefix: 'sha256=' });
    const { 'x-hub-signature': signature = '' } = sign();

    expect(signature).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(verify({ 'x-hub-signature': signature })).toBe('valid');
    expect(verify({ 'x-hub-signature': signature.slice('sha256='.length) })).toBe('invalid');
    expect(verify({ 'x-hub-signature': signature.toUpperCase() })).toBe('invalid');
    expect(verify({ 'x-signature': signature })).toBe('missing');
  });
});

describe('almost valid signatures', () => {
  const hex = providerWith().sign()['x-signature']!;
  const base64 = providerWith({ encoding: 'base64' }).sign()['x-signature']!;
  const digest = Buffer.from(hex, 'hex');

  const rows: [string, string | string[]][] = [
    ['nothing', ''],
    ['a space', ' '],
    ['upper case', hex.toUpperCase()],
    ['a leading space', ` ${hex}`],
    ['a trailing space', `${hex} `],
    ['a line break', `${hex}\n`],
    ['a trailing NUL', `${hex}\u0000`],
    ['a truncated signature', hex.slice(0, -2)],
    ['a signature with one digit less', hex.slice(0, -1)],
    ['a signature followed by more digits', `${hex}00`],
    ['text that is not hexadecimal', 'z'.repeat(64)],
    ['a signature that ends in other letters', `${hex.slice(0, 62)}zz`],
    ['a signature that ends in an emoji', `${hex.slice(0, 62)}\u{1f600}`],
    ['characters with the right low bytes', hex.replace(/./g, (c) => String.fromCharCode(c.charCodeAt(0) + 0x100))],
    ['an unexpected prefix', `sha256=${hex}`],
    ['a versioned list', `t=${SENT_AT},v1=${hex}`],
    ['two signatures, joined as Node joins headers', `${hex}, ${hex}`],
    ['a list with the signature last', `${'0'.repeat(64)},${hex}`],
    ['a list of headers', [hex]],
    ['base64 in place of hexadecimal', base64],
    ['base64url', digest.toString('base64url')],
    ['the raw bytes', digest.toString('latin1')],
    ['a megabyte', 'f'.repeat(1_048_576)],
    ['a signature by another algorithm', providerWith({ algorithm: 'hmac-sha1' }).sign()['x-signature']!],
    [
      'a signature by an algorithm with a longer digest',
      providerWith({ algorithm: 'hmac-sha512' }).sign()['x-signature']!,
    ],
    ['a signature with an empty secret', providerWith().sign('')['x-signature']!],
  ];

  it.each(rows)('almost valid signatures are invalid: %s', (_name, signature) => {
    expect(providerWith().verify({ 'x-signature': signature })).toBe('invalid');
  });

  it.each([
    ['without its padding', base64.replace(/=+$/, '')],
    ['in the alphabet of URLs', base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')],
    ['with more padding', `${base64}=`],
    ['with a space in it', `${base64.slice(0, 4)} ${base64.slice(4)}`],
  ])('a base64 signature %s is invalid', (_name, signature) => {
    expect(providerWith({ encoding: 'base64' }).verify({ 'x-signature': signature })).toBe('invalid');
  });

  it('a missing signature header is distinguished from an invalid one', () => {
    expect(providerWith().verify({})).toBe('missing');
    expect(providerWith().verify({ signature: hex })).toBe('missing');
  });

  it('no header or body makes the verifier throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), (signature, bytes) => {
        expect(providerWith().verify({ 'x-signature': signature }, { body: bytes })).toBe('invalid');
      }),
    );
  });
});

describe('the time of a signature', () => {
  const { sign, verify } = providerWith({ signedContent: 'timestamp.body' });
  const receivedAfter = (seconds: number) => verify(sign(SECRET, String(SENT_AT)), { at: SENT_AT + seconds });

  it.each([0, 1, 300, -1, -300])('a time %i seconds before the receipt is valid', (seconds) => {
    expect(receivedAfter(seconds)).toBe('valid');
  });

  it.each([301, -301, 86_400, -1_000_000_000, NaN])('a time %d seconds before the receipt is invalid', (seconds) => {
    expect(receivedAfter(seconds)).toBe('invalid');
  });

  it('the profile can allow a larger difference between the time and the receipt', () => {
    const patient = providerWith({ signedContent: 'timestamp.body', timestampToleranceSeconds: 3_600 });

    expect(patient.verify(patient.sign(SECRET, String(SENT_AT)), { at: SENT_AT + 3_600 })).toBe('valid');
  });

  it.each(['', '-1', '+1767323045', '1767323045.0', '1.767323045e9', '0x69573b65', 'NaN', 'Infinity', ' 1767323045'])(
    'the time %j is invalid, even if signed',
    (timestamp) => {
      expect(verify(sign(SECRET, timestamp))).toBe('invalid');
    },
  );

  it('a time in milliseconds is invalid', () => {
    expect(verify(sign(SECRET, `${SENT_AT}000`))).toBe('invalid');
  });

  it('a missing time header is distinguished from an invalid one', () => {
    expect(verify({ 'x-signature': sign(SECRET, String(SENT_AT))['x-signature'] })).toBe('missing');
  });

  it('the time header is ignored if only the body is signed', () => {
    const untimed = providerWith();

    expect(untimed.verify({ ...untimed.sign(), 'x-timestamp': 'yesterday' })).toBe('valid');
  });
});
