import type { Book } from '../book/book.js';
import { type Answer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import type { Call, Route } from '../http/route.js';
import type { MerchantDirectory } from '../merchants/merchant-directory.js';
import { terminalChangeSchema } from './terminal.schema.js';

interface TerminalParts {
  readonly book: Book;
  readonly merchants: MerchantDirectory;
}

export function terminalRoutes(parts: TerminalParts): Route[] {
  return [
    { method: 'get', path: '/control/terminals', booked: false, respond: () => showTerminals(parts) },
    { method: 'put', path: '/control/terminals', booked: false, respond: (call) => setTerminals({ parts, call }) },
  ];
}

function showTerminals({ book, merchants }: TerminalParts): Answer {
  const terminals = merchants
    .list()
    .map(({ merchantId, terminalId }) => ({ merchantId, terminalId, ...book.terminals.of(merchantId) }));
  return jsonAnswer({ status: 200, body: { terminals } });
}

async function setTerminals({ parts, call }: { parts: TerminalParts; call: Call }): Promise<Answer> {
  const change = terminalChangeSchema.safeParse(await call.readJson());
  if (!change.success) return problemAnswer(change.error);
  const { merchantId: wanted, ...changed } = change.data;
  const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  const merchants = parts.merchants.list().filter(({ merchantId }) => (wanted ?? merchantId) === merchantId);
  if (merchants.length === 0) return refusalAnswer({ status: 404, message: 'There is no such merchant.' });
  const at = new Date().toISOString();
  await parts.book.write(
    ...merchants.map(({ merchantId }) => ({
      type: 'terminal.set' as const,
      at,
      merchantId,
      settings: { ...parts.book.terminals.of(merchantId), ...given },
    })),
  );
  return showTerminals(parts);
}
