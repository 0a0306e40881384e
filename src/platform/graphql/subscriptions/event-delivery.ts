/**
 * Sends the events of one subscription, one at a time and no faster than its client reads. The protocol library takes it
 * for a source that yields nothing until it ends, since the library would write each event out for each client.
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
        // Waiting for nothing costs thousands of deliveries a turn each.
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

  /** Also for one that was never begun, as its client had gone by then. */
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
