import { Secret } from '../../common/secret.js';
import {
  type ProviderProfileValues,
  SIGNATURE_ALGORITHMS,
  SIGNATURE_ENCODINGS,
} from '../profile/provider-profile.schema.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { signWebhook } from '../testing/webhook-signer.fixture.js';
import { signatureHeadersOf } from './signature-headers.js';
import { type CapturedWebhook, learnSchemes } from './signature-learning.js';

const SECRET = 'a-secret-of-the-provider';
const secrets = [new Secret('another-secret-of-ours'), new Secret(SECRET)];

const schemes = SIGNATURE_ALGORITHMS.flatMap((algorithm) =>
  SIGNATURE_ENCODINGS.flatMap((encoding) =>
    (['body', 'timestamp.body'] as const).flatMap((signedContent) =>
      ['', 'v1=', 'sha='].map((prefix) => ({ algorithm, encoding, signedContent, prefix })),
    ),
  ),
);

function capture(
  overrides: Partial<ProviderProfileValues['webhookSignature']>,
  number: number,
  secret = SECRET,
): CapturedWebhook {
  const scheme = ProviderProfile.withOverrides({ webhookSignature: overrides }).webhookSignature;
  const body = Buffer.from(`{"id":"${number}","status":"COMPLETED"}`);
  return { body, headers: signWebhook({ scheme, secret, body, timestamp: String(1_767_323_045 + number) }) };
}

describe('learning signatures', () => {
  it.each(schemes)('finds $algorithm in $encoding over $signedContent behind "$prefix"', (scheme) => {
    const learning = learnSchemes(
      [1, 2, 3].map((number) => capture(scheme, number)),
      secrets,
    );

    expect(learning).toMatchObject({ captured: 3, found: [{ reproduced: 3, scheme }] });
    expect(learning.found).toHaveLength(1);
    // Two headers were captured and either may be the time: two signature headers, each with or without a time, in nine
    // combinations of algorithm and encoding.
    expect(learning.tried).toBe(2 * 2 * 9);
  });

  it('identifies the signature header and the time header', () => {
    const scheme = { header: 'x-hook-sign', timestampHeader: 'x-sent-time', signedContent: 'timestamp.body' } as const;

    expect(learnSchemes([capture(scheme, 1)], secrets).found).toMatchObject([{ scheme }]);
  });

  it('counts the webhooks that each scheme reproduces, and sorts the best scheme first', () => {
    const webhooks = [
      capture({ encoding: 'base64' }, 1),
      capture({}, 2),
      capture({}, 3),
      capture({}, 4, 'a-guess-of-a-stranger'),
    ];

    expect(learnSchemes(webhooks, secrets).found).toMatchObject([
      { reproduced: 2, scheme: { encoding: 'hex' } },
      { reproduced: 1, scheme: { encoding: 'base64' } },
    ]);
  });

  it.each([
    ['the webhook was signed with an unknown secret', [capture({}, 1, 'a-guess-of-a-stranger')]],
    ['the body was changed', [{ ...capture({}, 1), body: Buffer.from('{}') }]],
    ['the prefix is longer than the profile allows', [capture({}, 1)].map(behindLongPrefix)],
    ['nothing was captured', []],
  ])('finds no scheme if %s', (_, webhooks) => {
    expect(learnSchemes(webhooks, secrets).found).toEqual([]);
  });
});

describe('stored headers', () => {
  it.each([
    ['x-signature', 'ab'],
    ['signature', 'ab'],
    ['x-hub-signature-256', 'sha256=ab'],
    ['x-body-hmac', 'ab'],
    ['content-digest', 'ab'],
    ['x-named-by-the-profile', 'ab'],
  ])('keep the header %s', (name, value) => {
    expect(signatureHeadersOf({ [name]: value }, ['x-named-by-the-profile'])).toEqual({ [name]: value });
  });

  it('keep the times that come with a signature', () => {
    const headers = { 'x-signature': 'ab', 'x-timestamp': '1767323045', 'x-request-time': '7' };

    expect(signatureHeadersOf(headers, [])).toEqual(headers);
  });

  it.each([
    ['headers that identify the caller', { authorization: 'Bearer x', cookie: 'a=b', 'user-agent': 'x', host: 'x' }],
    ['a header with only a time', { 'x-timestamp': '1767323045' }],
    ['an empty signature', { 'x-signature': '' }],
    ['a signature that is too long', { 'x-signature': 'a'.repeat(501) }],
  ])('stored headers are null for %s', (_, headers) => {
    expect(signatureHeadersOf(headers, ['x-signature'])).toBeNull();
  });

  it('stored headers are at most six', () => {
    const headers = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`x-signature-${at}`, 'ab']));

    expect(Object.keys(signatureHeadersOf(headers, []) ?? {})).toHaveLength(6);
  });
});

function behindLongPrefix({ body, headers }: CapturedWebhook): CapturedWebhook {
  return { body, headers: { 'x-signature': `${'v'.repeat(51)}${headers['x-signature'] ?? ''}` } };
}
