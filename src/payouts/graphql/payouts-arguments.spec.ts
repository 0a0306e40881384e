import { newId } from '../../common/ids.js';
import { ValidateArguments } from '../../platform/graphql/validation/validate-arguments.js';
import { type PayoutFilter, PayoutsArguments, toPayoutCriteria } from './payouts-arguments.js';

const HASH = Buffer.from('hash of the recipient');

function criteriaOf(given: PayoutFilter | null) {
  const args = new ValidateArguments().transform({ filter: given }, { type: 'body', metatype: PayoutsArguments });
  const { filter } = args as PayoutsArguments;
  return toPayoutCriteria(filter ?? {}, {
    hashes: { requisitesHash: filter?.recipient ? HASH : null, userIdHash: filter?.userId ? HASH : null },
    approverId: null,
    seesRecipients: true,
  });
}

describe('payout filters', () => {
  it('without a filter, no criterion is set', () => {
    expect(Object.values(criteriaOf(null)).every((value) => value === null)).toBe(true);
  });

  it('absent and null fields of a filter set no criterion', () => {
    const given = Object.values(criteriaOf({ recipient: null, anyId: null, statuses: undefined as never }));
    expect(given.filter((value) => (value ?? null) !== null)).toEqual([]);
  });

  it('the recipient is passed on only as a hash', () => {
    const criteria = criteriaOf({ recipient: '+79123456789' });
    expect(criteria.requisitesHash).toBe(HASH);
    expect(JSON.stringify({ ...criteria, requisitesHash: null })).not.toContain('79123456789');
    expect(criteriaOf({ userId: 'user-77' })).toMatchObject({ userIdHash: HASH });
    expect(JSON.stringify(criteriaOf({ userId: 'user-77' }))).not.toContain('user-77');
  });

  it('an account id is accepted in upper and lower case', () => {
    const id = newId();
    expect(criteriaOf({ accountId: id.toUpperCase() }).accountId).toBe(id);
  });

  it('an empty list is kept, so that it matches nothing', () => {
    expect(criteriaOf({ statuses: [], sets: [] })).toMatchObject({ statuses: [], sets: [] });
  });

  it('an invalid account id is refused', () => {
    expect(() => criteriaOf({ accountId: 'mine' })).toThrow('filter.accountId must be a UUID');
  });

  it.each(['destination', 'paymentType', 'idempotencyKey', 'externalId', 'anyId'])(
    'a NUL in %s is refused',
    (field) => {
      expect(() => criteriaOf({ [field]: 'a\0b' })).toThrow(`filter.${field} must not contain a NUL character`);
    },
  );
});
