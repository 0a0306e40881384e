// A process of its own: Jest's `process.env` is not the one by which Node finds the temporary directory.
import chromium from '@sparticuz/chromium';

process.stdout.write(await chromium.executablePath());
