import { findCardReferences } from './card-references.js';

// Looks like a card number, and is one of a series of sixteen digits.
const REFERENCE = '5309136012499991';

const CARD = '4111111111111111';

describe('ids that look like card numbers', () => {
  it.each(['ana@example.com', '+221771000001', '12345678909', '', null, undefined])('recognises %j', (requisites) => {
    const request = {
      idempotencyKey: REFERENCE,
      externalId: REFERENCE,
      reference: REFERENCE,
      recipient: { requisites },
    };
    expect(findCardReferences(request)).toEqual([]);
  });

  it('refuses one in a payout to a card', () => {
    const request = { idempotencyKey: REFERENCE, externalId: CARD, reference: CARD, recipient: { requisites: CARD } };
    expect(findCardReferences(request)).toMatchObject([
      { code: 'TEXT_INVALID', field: ['idempotencyKey'] },
      { code: 'TEXT_INVALID', field: ['externalId'], message: 'externalId must not hold a card number.' },
      { code: 'TEXT_INVALID', field: ['reference'] },
    ]);
  });

  it('ignores other ids', () => {
    expect(
      findCardReferences({ idempotencyKey: 'k-1', externalId: null, reference: null, recipient: { requisites: CARD } }),
    ).toEqual([]);
  });
});
