import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(__dirname, '..', '..');

// A folder with more files has to be searched instead of read, and probably hides a folder of its own.
const MAX_FILES = 15;

describe('folders of src/', () => {
  it(`each folder has at most ${MAX_FILES} files, not counting specs and fixtures`, () => {
    const counts = new Map<string, number>();
    for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || /\.(spec|fixture)\.ts$/.test(file.name)) continue;
      const folder = relative(ROOT, file.parentPath);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(50);
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  });
});
