import { GraphQLError } from 'graphql';
import { badUserInput } from '../../../platform/graphql/errors/bad-user-input.js';
import type { LookupResult } from '../payout-lookups.service.js';

/**
 * Returns the list of a successful look-up.
 * @throws GraphQLError BAD_USER_INPUT for an unknown account, PROVIDER_UNAVAILABLE if the provider gave no list
 */
export function listOf<T>(result: LookupResult<T>): readonly T[] {
  switch (result.kind) {
    case 'found':
      return result.value;
    case 'no_account':
      throw badUserInput('must be the id of an account', ['accountId']);
    case 'unavailable':
      throw new GraphQLError(
        result.isAnswered
          ? `The provider's list could not be read (${result.reason}).`
          : `The provider could not be reached (${result.reason}); try again in a moment.`,
        { extensions: { code: 'PROVIDER_UNAVAILABLE' } },
      );
  }
}
