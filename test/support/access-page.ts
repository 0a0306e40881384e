import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { ACCOUNT_REACH } from '../../src/access/accounts/account-reach.js';
import { CHANGE_SCOPES } from '../../src/access/changes/domain/change-scopes.js';
import type { FieldAccess } from '../../src/platform/graphql/execution/field-access.js';
import { ROLE_NAMES, type Role, ROLES, type Scope, SCOPES } from '../../src/access/scopes/scopes.js';
import { table } from './markdown-table.js';

/** Returns the scope that an operation requires; undefined if it names none, so that no one may run it. */
export function scopeOf(field: GraphQLField<unknown, unknown>): Scope | undefined {
  return field.extensions['scope'] as Scope | undefined;
}

/** Whether an operation is open to everyone, even without a key. */
export function isOpen(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['isOpen'] === true;
}

export function isOpenToCallers(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['isOpenToCallers'] === true;
}

/** Returns who may read a field, according to the schema. */
export function accessOf(field: GraphQLField<unknown, unknown>): FieldAccess | undefined {
  return field.extensions['access'] as FieldAccess | undefined;
}

/** Returns the object types of a schema by name, without its roots. */
export function objectTypesOf(schema: GraphQLSchema): GraphQLObjectType[] {
  const roots: unknown[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter((type) => !isIntrospectionType(type) && !roots.includes(type));
}

/** Renders `docs/access.md`: the permissions, derived from the code. */
export function renderAccessPage(schema: GraphQLSchema): string {
  return [
    '# Who may do what',
    '',
    'Generated from the code by `npm run generate`; a test compares them, and another one tries every operation with a key of',
    'every role. A key may do what its roles allow, and what its own scopes add. No person and no key holds two of',
    '`payouts:create`, `payouts:approve` and `keys:manage` together.',
    '',
    '## Scopes, roles and operations',
    '',
    ...table(['scope', ...ROLE_NAMES, 'operations'], scopeRows(schema)),
    '',
    ...unscopedOperations(schema),
    '',
    '## Change requests',
    '',
    'Confirming a change takes `changes:confirm` and all scopes in the last column.',
    '',
    ...table(
      ['kind', 'seen with any of', 'confirmed with all of'],
      Object.entries(CHANGE_SCOPES).map(([kind, { seenWith, confirmedWith }]) => [
        code(kind),
        seenWith.map(code).join(', '),
        confirmedWith.map(code).join(', '),
      ]),
    ),
    '',
    '## Keys that are bound to accounts',
    '',
    'A key may be bound to merchant accounts (`accountIds`). It sees no object of another account: not in lists, not by id, not',
    'in live changes. If it has several accounts, a list must name one of them. It may not run operations that concern all',
    'accounts:',
    '',
    closedToBoundKeys(schema),
    '',
    '## Objects',
    '',
    'Any one of the scopes is enough to see an object, however it was reached. Pages and edges need the scopes of the objects',
    'in them. Every caller of a mutation may see its payload and errors.',
    '',
    ...table(['any of these scopes', 'objects'], objectRows(schema)),
    '',
  ].join('\n');
}

function rootFieldsOf(schema: GraphQLSchema): GraphQLField<unknown, unknown>[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
}

function scopeRows(schema: GraphQLSchema): string[][] {
  const operations = rootFieldsOf(schema);
  return SCOPES.map((scope) => [
    code(scope),
    ...ROLE_NAMES.map((role) => mark(role, scope)),
    operations
      .filter((operation) => scopeOf(operation) === scope)
      .map(({ name }) => code(name))
      .join(', '),
  ]);
}

/** Returns the lines about operations without a scope, grouped by who may run them. */
function unscopedOperations(schema: GraphQLSchema): string[] {
  const kinds = ['Every key may run', 'Everybody may run, without a key', 'Nobody may run'];
  const names = new Map(kinds.map((kind) => [kind, [] as string[]]));
  for (const operation of rootFieldsOf(schema).filter((field) => scopeOf(field) === undefined)) {
    names.get(unscoped(operation))!.push(code(operation.name));
  }
  return [...names].filter(([, list]) => list.length > 0).map(([kind, list]) => `- ${kind}: ${list.join(', ')}.`);
}

function unscoped(field: GraphQLField<unknown, unknown>): string {
  if (isOpen(field)) return 'Everybody may run, without a key';
  return isOpenToCallers(field) ? 'Every key may run' : 'Nobody may run';
}

function closedToBoundKeys(schema: GraphQLSchema): string {
  const names = rootFieldsOf(schema).map(({ name }) => name);
  return `${names
    .filter((name) => !Object.hasOwn(ACCOUNT_REACH, name))
    .map(code)
    .join(', ')}.`;
}

/** Returns a row for each set of scopes, with the types that they make readable. */
function objectRows(schema: GraphQLSchema): string[][] {
  const typesByScopes = new Map<string, string[]>();
  for (const type of objectTypesOf(schema).filter(({ name }) => !/(Connection|Edge)$/.test(name))) {
    // Access is the same for every field of a type.
    const [field] = Object.values(type.getFields());
    const scopes = field ? wordsOf(accessOf(field)) : null;
    if (scopes !== null) typesByScopes.set(scopes, [...(typesByScopes.get(scopes) ?? []), code(type.name)]);
  }
  return [...typesByScopes].map(([scopes, types]) => [scopes, types.join(', ')]);
}

function wordsOf(access: FieldAccess | undefined): string | null {
  if (access?.kind === 'scopes') return access.anyOf.map(code).join(', ');
  return access?.kind === 'neutral' ? null : 'closed';
}

function mark(role: Role, scope: Scope): string {
  return (ROLES[role] as readonly Scope[]).includes(scope) ? 'x' : '';
}

function code(word: string): string {
  return `\`${word}\``;
}
