import { everydayTerminal, type TerminalSettings } from '../terminals/terminal.schema.js';
import type { RecordOf } from './book-record.schema.js';

export class TerminalShelf {
  private readonly terminals = new Map<string, TerminalSettings>();

  of(merchantId: string): TerminalSettings {
    return this.terminals.get(merchantId) ?? everydayTerminal;
  }

  set({ merchantId, settings }: RecordOf<'terminal.set'>): void {
    this.terminals.set(merchantId, settings);
  }

  clear(): void {
    this.terminals.clear();
  }
}
