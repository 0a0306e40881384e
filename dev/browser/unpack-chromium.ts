// Runs in its own process, because environment variables decide where it unpacks.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
