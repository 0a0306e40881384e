/**
 * Sends a subscription's events one at a time, no faster than its client reads. To the protocol library it looks like a
 * source that yields nothing, because the library would serialise each event for each client.
 */
export class EventDelivery implements AsyncIterableIterator<never, undefined> {
  #hasEnded = false;

  constructor(
    private readonly events: AsyncIterator<unknown>,
    private readonly send: (event: unknown) => Promise<void> | void,
    private readonly onEnd: () => void,
  ) {}

  /** Settles when the events have ended. */
  async next(): Promise<IteratorReturnResult<undefined>> {
    try {
      for (;;) {
        const event = await this.events.next();
        if (event.done) return { done: true, value: undefined };
        // Awaiting an undefined value would cost thousands of deliveries a tick each.
        const sent = this.send(event.value);
        if (sent) await sent;
      }
    } catch (error) {
      await this.events.return?.();
      throw error;
    } finally {
      this.#end();
    }
  }

  /** Also called for a subscription that never started, if its client has disconnected. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#end();
    await this.events.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(): void {
    if (!this.#hasEnded) this.onEnd();
    this.#hasEnded = true;
  }
}
