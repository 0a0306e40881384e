import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Extensions } from '@nestjs/graphql';
import type { Scope } from './scopes.js';

export const REQUIRED_SCOPE = 'purser:required-scope';
export const OPEN_TO_EVERYBODY = 'purser:open-to-everybody';
export const OPEN_TO_CALLERS = 'purser:open-to-callers';

/** Operations that may be run without a credential. */
export const OPEN_OPERATIONS: ReadonlySet<string> = new Set(['redeemApiKey']);

/**
 * Declares the scope that an operation requires. Operations without such a declaration are denied to everyone. The
 * schema carries the scope as the extension `scope`, for the generated page on access.
 */
export const Requires = (scope: Scope): MethodDecorator =>
  applyDecorators(SetMetadata(REQUIRED_SCOPE, scope), Extensions({ scope }));

/** Lets anyone run an operation, even without a credential. It must be one of `OPEN_OPERATIONS`. */
export const OpenToEverybody = (): MethodDecorator =>
  applyDecorators(SetMetadata(OPEN_TO_EVERYBODY, true), Extensions({ isOpen: true }));

/**
 * Operations that every authenticated caller may run: those about the caller, those of the desk, and those that return
 * only what the caller's other scopes allow.
 */
export const CALLER_OPERATIONS: ReadonlySet<string> = new Set([
  'actors',
  'desk',
  'find',
  'ownSessions',
  'viewer',
  'deskChanged',
]);

/** Lets every authenticated caller run an operation, whatever their scopes. It must be one of `CALLER_OPERATIONS`. */
export const OpenToCallers = (): MethodDecorator =>
  applyDecorators(SetMetadata(OPEN_TO_CALLERS, true), Extensions({ isOpenToCallers: true }));
