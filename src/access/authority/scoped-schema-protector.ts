import { Injectable } from '@nestjs/common';
import {
  defaultFieldResolver,
  type GraphQLField,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { type Resolver, wrapResolver } from '../../platform/graphql/execution/raw-resolver.js';
import { type GraphqlContext, SchemaProtector } from '../../platform/graphql/request-context.js';
import { accountShownBy, isWithin } from '../accounts/account-bounds.js';
import { filteredByAccount } from '../accounts/account-filter.js';
import { ACCOUNT_REACH } from '../accounts/account-reach.js';
import { withRefusalsNoted } from '../people/one-person-refusals.js';
import { RefusedAttempts } from './refused-attempts.js';
import type { FieldAccess } from '../../platform/graphql/execution/field-access.js';
import { fieldAccessOf } from '../scopes/field-access.js';
import type { Scope } from '../scopes/scopes.js';

/**
 * Restricts every field of every type to callers with one of its scopes, whichever way they reached the object. Nest's
 * guards only cover operations; this check runs for each field and costs one set lookup.
 */
@Injectable()
export class ScopedSchemaProtector extends SchemaProtector {
  constructor(private readonly refusals: RefusedAttempts) {
    super();
  }

  protect(schema: GraphQLSchema): GraphQLSchema {
    this.watchAnswers(schema);
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || isIntrospectionType(type)) continue;
      const access = fieldAccessOf(schema, type);
      for (const field of fieldsOf(type)) {
        // Keeps the scopes that `Requires` sets on operations, which the generated page on access lists.
        field.extensions = { ...field.extensions, access };
        const place = `${type.name}.${field.name}`;
        if (access.kind === 'scopes') wrapResolver(field, this.guarded(place, access, field.resolve));
        if (access.kind === 'closed') wrapResolver(field, this.guarded(place, access, undefined));
      }
    }
    return schema;
  }

  /** Checks what operations return. Nest's guards run before the operation and cannot. */
  private watchAnswers(schema: GraphQLSchema): void {
    for (const field of fieldsOf(schema.getQueryType())) {
      const isFiltered = ACCOUNT_REACH[field.name]?.kind === 'filtered';
      if (isFiltered && field.resolve) field.resolve = filteredByAccount(field.resolve);
    }
    for (const field of fieldsOf(schema.getMutationType())) {
      field.resolve = withRefusalsNoted(this.refusals, field.resolve ?? defaultFieldResolver);
    }
  }

  private guarded(
    place: string,
    access: Exclude<FieldAccess<Scope>, { kind: 'neutral' | 'operation' }>,
    resolve: Resolver = defaultFieldResolver,
  ): Resolver {
    const anyOf = access.kind === 'scopes' ? access.anyOf : [];
    const [first = null] = anyOf;
    // Deliberately plain and synchronous, because it runs for every field of every row.
    return (source, args, context, info) => {
      const scopes = context.caller?.scopes;
      if (context.caller && context.caller.accountIds.length > 0) this.assertWithin(source, place, context);
      if (scopes && anyOf.some((scope) => scopes.has(scope))) return resolve(source, args, context, info);
      throw this.refusals.deny(context, { operation: place, scope: first });
    };
  }

  /** Checks objects that were reached by a query which names no account. */
  private assertWithin(source: unknown, place: string, { caller, clientAddress, requestId }: GraphqlContext): void {
    const accountId = accountShownBy(source, place.startsWith('Account.'));
    if (!caller || accountId === null || isWithin(caller, accountId)) return;
    this.refusals.note({ caller, clientAddress, requestId, operation: place, why: 'ACCOUNTS_BOUND' });
    throw new GraphQLError('This belongs to an account that this API key is not bound to.', {
      extensions: { code: 'FORBIDDEN' },
    });
  }
}

function fieldsOf(type: GraphQLObjectType | null | undefined): GraphQLField<unknown, GraphqlContext>[] {
  return Object.values(type?.getFields() ?? {});
}
