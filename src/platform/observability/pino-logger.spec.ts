import { PinoLogger } from './pino-logger.js';

const CANARY = '4111111111111111';

class ForeignError extends Error {
  override readonly name = 'ForeignError';
}

function logging(level: string): { readonly logger: PinoLogger; readonly lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => {
      lines.push(JSON.parse(line) as Record<string, unknown>);
    },
  };
  return { logger: new PinoLogger({ level, destination }), lines };
}

describe('the logger', () => {
  it("writes one JSON line per event, with the event's fields, the level, the time and the context", () => {
    const { logger, lines } = logging('info');
    logger.log({ event: 'listening', port: 3000 }, 'Server');
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        pid: process.pid,
        context: 'Server',
        event: 'listening',
        port: 3000,
      },
    ]);
  });

  it('ignores objects below its level', () => {
    const { logger, lines } = logging('info');
    const look = jest.fn(() => 'seen');
    logger.debug({
      get field() {
        return look();
      },
      err: new Error('unseen'),
    });
    expect(look).not.toHaveBeenCalled();
    expect(lines).toEqual([]);
  });

  it('writes a plain string as the message', () => {
    const { logger, lines } = logging('info');
    logger.warn('Slow', 'Server');
    expect(lines).toMatchObject([{ level: 40, msg: 'Slow', context: 'Server' }]);
  });

  it.each([
    ['an error', new ForeignError(CANARY)],
    ['an error as a field', { event: 'failed', err: new ForeignError(CANARY) }],
    [
      'a database error as a field',
      { err: Object.assign(new ForeignError(CANARY), { detail: CANARY, code: '23505' }) },
    ],
  ])('writes %s without its message', (_, message) => {
    const { logger, lines } = logging('info');
    logger.error(message, 'Server');
    expect(lines).toMatchObject([{ level: 50, err: { name: 'ForeignError' } }]);
    expect(lines[0]!['err']).not.toHaveProperty('type');
    expect(JSON.stringify(lines)).not.toContain(CANARY);
  });

  it('writes nothing below its level', () => {
    const { logger, lines } = logging('warn');
    logger.log('a');
    logger.debug('b');
    logger.verbose('c');
    logger.warn('d');
    logger.fatal('e');
    expect(lines.map((line) => line['msg'])).toEqual(['d', 'e']);
  });
});
