import { findCardReferences } from './card-references.js';

// A number from a series of sixteen-digit ids that happens to look like a card number.
const REFERENCE = '5309136012499991';

const CARD = '4111111111111111';

describe('ids that look like card numbers', () => {
  it.each(['ana@example.com', '+221771000001', '12345678909', '', null, undefined])(
    'are accepted in a payout to %j, which is not a card',
    (requisites) => {
      const request = {
        idempotencyKey: REFERENCE,
        externalId: REFERENCE,
        reference: REFERENCE,
        recipient: { requisites },
      };
      expect(findCardReferences(request)).toEqual([]);
    },
  );

  it('ids that look like card numbers are refused in a payout to a card', () => {
    const request = { idempotencyKey: REFERENCE, externalId: CARD, reference: CARD, recipient: { requisites: CARD } };
    expect(findCardReferences(request)).toMatchObject([
      { code: 'TEXT_INVALID', field: ['idempotencyKey'] },
      { code: 'TEXT_INVALID', field: ['externalId'], message: 'externalId must not hold a card number.' },
      { code: 'TEXT_INVALID', field: ['reference'] },
    ]);
  });

  it('other ids are accepted in a payout to a card', () => {
    expect(
      findCardReferences({ idempotencyKey: 'k-1', externalId: null, reference: null, recipient: { requisites: CARD } }),
    ).toEqual([]);
  });
});
