import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './generated/schema-types.js';

/** Types the API's documents, variables and answers. Amounts are decimal strings. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: {
    ApiKeyHalf: string;
    CardCvv: string;
    CardNumber: string;
    CurrencyCode: string;
    DateTime: string;
    Decimal: string;
    SignedDecimal: string;
    SmsCode: string;
  };
}>();

export type { ResultOf, VariablesOf } from 'gql.tada';
