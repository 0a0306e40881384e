import { soleMutationOf } from './sole-mutation.js';

describe('the sole mutation of a document', () => {
  it.each([
    'mutation { redeem { secret } }',
    'mutation ($input: RedeemInput!) { redeem(input: $input) { secret userErrors { code message field } } }',
    'mutation Named { alias: redeem(input: { a: "1" }) { secret } }',
  ])('the sole mutation of a document is found in %s', (document) => {
    expect(soleMutationOf(document)).toBe('redeem');
  });

  it.each([
    ['a query', '{ redeem { secret } }'],
    ['a subscription', 'subscription { redeem { secret } }'],
    ['two fields', 'mutation { redeem { secret } pay { id } }'],
    ['one field twice', 'mutation { a: redeem { secret } b: redeem { secret } }'],
    ['a spread', 'mutation { ...on Mutation { redeem { secret } } }'],
    ['a fragment beside it', 'mutation { redeem { secret } } fragment F on Mutation { pay { id } }'],
    ['a second operation', 'mutation A { redeem { secret } } query B { accounts { id } }'],
    ['no GraphQL', 'mutation { redeem'],
    ['a long document', `mutation { redeem { secret } } #${'x'.repeat(1_000)}`],
    ['many tokens', `mutation { redeem { ${'a '.repeat(60)} } }`],
    ['nothing', ''],
  ])('the sole mutation of a document is null for %s', (_, document) => {
    expect(soleMutationOf(document)).toBeNull();
  });
});
