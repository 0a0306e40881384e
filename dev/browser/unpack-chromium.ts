// Runs in its own process, because the package reads from environment variables where to unpack.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
