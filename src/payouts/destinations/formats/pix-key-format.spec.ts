import { PIX_KEY_TYPES, pixKeyFormat } from './pix-key-format.js';

const mixUps = PIX_KEY_TYPES.flatMap((said) =>
  PIX_KEY_TYPES.filter((actual) => actual !== said).map((actual) => [said, actual] as const),
);

describe('PIX keys', () => {
  it.each(mixUps)('for the type %s, a key of type %s is refused, and the refusal names its type', (said, actual) => {
    expect(pixKeyFormat(said).parse(pixKeyFormat(actual).example)).toEqual({
      ok: false,
      code: 'PIX_KEY_MISMATCH',
      complaint: `has the form of a key of the payment type ${actual}`,
    });
  });

  it.each([
    ['PHONE', '+551131234567', 'PHONE_INVALID'],
    ['PHONE', '+55961234567', 'PHONE_INVALID'],
    ['PHONE', '+351912345678', 'PHONE_INVALID'],
    ['PHONE', '11961234567', 'PHONE_INVALID'],
    ['PHONE', '52998224725', 'PIX_KEY_MISMATCH'],
    ['RANDOM_KEY', '7d9f0335-8dcc-1054-9bf9-0dbd61d36906', 'PIX_KEY_INVALID'],
    ['RANDOM_KEY', '7d9f0335-8dcc-4054-cbf9-0dbd61d36906', 'PIX_KEY_INVALID'],
    ['RANDOM_KEY', '7d9f03358dcc40549bf90dbd61d36906', 'PIX_KEY_INVALID'],
    ['RANDOM_KEY', '{7d9f0335-8dcc-4054-9bf9-0dbd61d36906}', 'PIX_KEY_INVALID'],
    ['RANDOM_KEY', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906\n', 'PIX_KEY_INVALID'],
  ] as const)('for the type %s, the text %j is refused', (said, text, code) => {
    expect(pixKeyFormat(said).parse(text)).toMatchObject({ ok: false, code });
  });
});
