import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Extensions } from '@nestjs/graphql';
import type { Scope } from './scopes.js';

export const REQUIRED_SCOPE = 'purser:required-scope';
export const OPEN_TO_EVERYBODY = 'purser:open-to-everybody';
export const OPEN_TO_CALLERS = 'purser:open-to-callers';

/** The operations that are open to everybody, by name: the only ones that run for somebody without a credential. */
export const OPEN_OPERATIONS: ReadonlySet<string> = new Set(['redeemApiKey']);

/**
 * Names the scope a caller needs for this operation. One without it is denied to everybody. The schema carries it too,
 * as the extension `scope`, for the table of who may do what.
 */
export const Requires = (scope: Scope): MethodDecorator =>
  applyDecorators(SetMetadata(REQUIRED_SCOPE, scope), Extensions({ scope }));

/**
 * Opens an operation to callers of whatever scope and to those without a credential. It must be one of
 * `OPEN_OPERATIONS`.
 */
export const OpenToEverybody = (): MethodDecorator =>
  applyDecorators(SetMetadata(OPEN_TO_EVERYBODY, true), Extensions({ isOpen: true }));

/**
 * The operations that any caller may run, by name: they tell callers of themselves, of the desk, and of what other
 * scopes of theirs let them see.
 */
export const CALLER_OPERATIONS: ReadonlySet<string> = new Set([
  'actors',
  'desk',
  'find',
  'ownSessions',
  'viewer',
  'deskChanged',
]);

/** Opens an operation to callers of whatever scope. It must be one of `CALLER_OPERATIONS`. */
export const OpenToCallers = (): MethodDecorator =>
  applyDecorators(SetMetadata(OPEN_TO_CALLERS, true), Extensions({ isOpenToCallers: true }));
