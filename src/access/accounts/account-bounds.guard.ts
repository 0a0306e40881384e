import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';
import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { newId, parseUuid } from '../../common/ids.js';
import { badUserInput } from '../../platform/graphql/errors/bad-user-input.js';
import type { Caller, GraphqlContext } from '../../platform/graphql/request-context.js';
import { AccountBounds, isWithin } from './account-bounds.js';
import { ACCOUNT_REACH, type AccountReach } from './account-reach.js';
import { RefusedAttempts } from '../authority/refused-attempts.js';

type Args = Record<string, unknown>;

/**
 * Restricts callers whose key is bound to accounts, before an operation runs. An id that belongs to another account is
 * replaced by a random one, so the operation gives its usual answer for an object that does not exist.
 */
@Injectable()
export class AccountBoundsGuard implements CanActivate {
  constructor(
    private readonly bounds: AccountBounds,
    private readonly refusals: RefusedAttempts,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType<GqlContextType>() !== 'graphql') return true;
    const graphql = GqlExecutionContext.create(context);
    const { caller, clientAddress, requestId } = graphql.getContext<GraphqlContext>();
    if (!caller || caller.accountIds.length === 0) return true;
    const { fieldName: operation } = graphql.getInfo<GraphQLResolveInfo>();
    const reach = ACCOUNT_REACH[operation];
    if (reach) {
      await this.hold(caller, reach, graphql.getArgs<Args>());
      return true;
    }
    this.refusals.note({ caller, clientAddress, requestId, operation, why: 'ACCOUNTS_BOUND' });
    throw new GraphQLError('This operation is for all accounts, and this API key is bound to some.', {
      extensions: { code: 'FORBIDDEN' },
    });
  }

  private async hold(caller: Caller, reach: AccountReach, args: Args): Promise<void> {
    switch (reach.kind) {
      case 'none':
      case 'filtered':
        return;
      case 'account': {
        const named = valueAt(args, reach.path) ?? (await this.bounds.defaultAccount());
        if (!isWithin(caller, uuidOf(named))) setAt(args, reach.path, newId());
        return;
      }
      case 'accounts': {
        for (const { holder, key } of placesAt(args, reach.path)) {
          const named = holder[key] ?? (await this.bounds.defaultAccount());
          if (!isWithin(caller, uuidOf(named))) holder[key] = newId();
        }
        return;
      }
      case 'page': {
        const named = valueAt(args, reach.path) ?? null;
        if (named === null) setAt(args, reach.path, onlyAccount(caller, reach.path));
        else if (!isWithin(caller, uuidOf(named))) setAt(args, reach.path, newId());
        return;
      }
      case 'changes':
      case 'object': {
        for (const { holder, key } of placesAt(args, reach.path)) {
          const named = holder[key];
          // Anything that is not an id is left to the operation, which rejects it.
          if (typeof named !== 'string' || parseUuid(named) === null) continue;
          if (!(await this.bounds.owns(caller, reach.of, named))) holder[key] = newId();
        }
      }
    }
  }
}

function onlyAccount({ accountIds }: Caller, path: readonly string[]): string {
  const [only, ...others] = accountIds;
  if (only !== undefined && others.length === 0) return only;
  throw badUserInput('must name one of the accounts that this API key is bound to', path);
}

function uuidOf(value: unknown): string | null {
  return typeof value === 'string' ? parseUuid(value) : null;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), args);
}

function setAt(args: Args, [key = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    args[key] = value;
    return;
  }
  const inner = isRecord(args[key]) ? args[key] : {};
  args[key] = inner;
  setAt(inner, rest, value);
}

function placesAt(value: unknown, path: readonly string[]): { readonly holder: Args; readonly key: string }[] {
  if (!isRecord(value)) return [];
  if (Array.isArray(value)) {
    const keys = Object.keys(value);
    return path.length === 0
      ? keys.map((key) => ({ holder: value, key }))
      : keys.flatMap((key) => placesAt(value[key], path));
  }
  const [key, ...rest] = path;
  if (key === undefined) return [];
  const inner = value[key];
  return rest.length === 0 && !Array.isArray(inner) ? [{ holder: value, key }] : placesAt(inner, rest);
}

function isRecord(value: unknown): value is Args {
  return typeof value === 'object' && value !== null;
}
