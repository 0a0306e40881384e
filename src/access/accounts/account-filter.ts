import type { Resolver } from '../../platform/graphql/execution/raw-resolver.js';
import { accountShownBy, isWithin } from './account-bounds.js';

/**
 * Removes items that belong to other accounts from a plain list. Items without an account, such as rules for all
 * accounts, stay in it.
 */
export function filteredByAccount(resolve: Resolver): Resolver {
  return async (source, args, context, info) => {
    const answer: unknown = await resolve(source, args, context, info);
    const { caller } = context;
    if (!caller || caller.accountIds.length === 0) return answer;
    if (!Array.isArray(answer)) throw new Error(`${String(info.returnType)} is no plain list`);
    return (answer as unknown[]).filter((item) => {
      const accountId = accountShownBy(item, info.fieldName === 'accounts');
      return accountId === null || isWithin(caller, accountId);
    });
  };
}
