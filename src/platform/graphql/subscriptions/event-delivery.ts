/**
 * Sends the events of a subscription one at a time, no faster than the client reads them. To the protocol library it
 * looks like a source that yields nothing, because the library would serialise each event once per client.
 */
export class EventDelivery implements AsyncIterableIterator<never, undefined> {
  #hasEnded = false;

  constructor(
    private readonly events: AsyncIterator<unknown>,
    private readonly send: (event: unknown) => Promise<void> | void,
    private readonly onEnd: () => void,
  ) {}

  /** Settles when there are no more events. */
  async next(): Promise<IteratorReturnResult<undefined>> {
    try {
      for (;;) {
        const event = await this.events.next();
        if (event.done) return { done: true, value: undefined };
        // Not awaited if undefined, because across thousands of deliveries each await would cost a tick.
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

  /** Also called if the client disconnected before the subscription started. */
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
