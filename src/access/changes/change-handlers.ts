import { Injectable } from '@nestjs/common';
import type { ChangeHandler } from './change-handler.js';
import type { ChangeKind } from './domain/change-request.js';

/** Registry to which each feature adds its handler, so that this module imports none of them. */
@Injectable()
export class ChangeHandlers {
  readonly #handlers = new Map<ChangeKind, ChangeHandler>();

  register(handler: ChangeHandler): void {
    this.#handlers.set(handler.kind, handler);
  }

  get(kind: ChangeKind): ChangeHandler {
    const handler = this.#handlers.get(kind);
    if (!handler) throw new Error(`No handler is registered for changes of ${kind}`);
    return handler;
  }
}
