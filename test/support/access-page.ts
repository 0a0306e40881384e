import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { ACCOUNT_REACH } from '../../src/access/accounts/account-reach.js';
import { CHANGE_SCOPES } from '../../src/access/changes/domain/change-scopes.js';
import type { FieldAccess } from '../../src/scopes/field-access.js';
import { ROLE_NAMES, type Role, ROLES, type Scope, SCOPES } from '../../src/scopes/scopes.js';
import { table } from './markdown-table.js';

/** The scope an operation names; undefined when it names none, which closes it. */
export function scopeOf(field: GraphQLField<unknown, unknown>): Scope | undefined {
  return field.extensions['scope'] as Scope | undefined;
}

/** Whether an operation is open to everybody, also without a key. */
export function isOpen(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['isOpen'] === true;
}

/** Whether an operation is open to every caller. */
export function isOpenToCallers(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['isOpenToCallers'] === true;
}

/** Who may look at a field, as the schema has it. */
export function accessOf(field: GraphQLField<unknown, unknown>): FieldAccess | undefined {
  return field.extensions['access'] as FieldAccess | undefined;
}

/** The object types of a schema but for its roots, by name. */
export function objectTypesOf(schema: GraphQLSchema): GraphQLObjectType[] {
  const roots: unknown[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter((type) => !isIntrospectionType(type) && !roots.includes(type));
}

/** `docs/access.md`: who may do what, as the code has it. */
export function renderAccessPage(schema: GraphQLSchema): string {
  return [
    '# Who may do what',
    '',
    'Generated from the code by `npm run generate`; a test compares them. Another test tries every operation with a key of',
    'every role. A key opens what its roles open, and the scopes it holds beside them. No person and no key holds two of',
    '`payouts:create`, `payouts:approve` and `keys:manage` together.',
    '',
    '## Scopes of the roles',
    '',
    ...table(
      ['scope', ...ROLE_NAMES],
      SCOPES.map((scope) => [code(scope), ...ROLE_NAMES.map((role) => mark(role, scope))]),
    ),
    '',
    '## Operations',
    '',
    ...table(['operation', 'kind', 'scope', ...ROLE_NAMES], operationRows(schema)),
    '',
    '## Change requests',
    '',
    'To confirm a change of a kind takes `changes:confirm` and all scopes of the kind. Seeing change requests of the kind',
    'takes one of the scopes in the second column.',
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
    'A key may be bound to merchant accounts (`accountIds`). Objects of another account do not exist for it, in lists, by their',
    'id and in live changes. A list must name one of the accounts when the key has several. Operations on all accounts are',
    'closed to it:',
    '',
    ...closedToBoundKeys(schema),
    '',
    '## Objects',
    '',
    'One of the scopes is enough to look at an object, whichever way it was reached. Pages and edges are as open as what they',
    'list. Payloads of mutations and their errors are open to every caller who may call the mutation.',
    '',
    ...table(['type', 'any of these scopes'], typeRows(schema)),
    '',
  ].join('\n');
}

function operationRows(schema: GraphQLSchema): string[][] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => {
      const scope = scopeOf(field);
      return [
        code(field.name),
        root!.name.toLowerCase(),
        scope ? code(scope) : unscoped(field),
        ...ROLE_NAMES.map((role) => (scope ? mark(role, scope) : unscoped(field) === 'closed' ? '' : 'x')),
      ];
    }),
  );
}

function unscoped(field: GraphQLField<unknown, unknown>): string {
  if (isOpen(field)) return 'none, nor a key';
  return isOpenToCallers(field) ? 'none' : 'closed';
}

/** In lines of a few names each, as the formatter leaves them. */
function closedToBoundKeys(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const names = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}));
  return names.filter((name) => !Object.hasOwn(ACCOUNT_REACH, name)).map((name) => `- ${code(name)}`);
}

function typeRows(schema: GraphQLSchema): string[][] {
  return objectTypesOf(schema).flatMap((type) => {
    // It is the same for every field of a type.
    const [field] = Object.values(type.getFields());
    const scopes = field ? wordsOf(accessOf(field)) : null;
    return scopes === null || /(Connection|Edge)$/.test(type.name) ? [] : [[code(type.name), scopes]];
  });
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
