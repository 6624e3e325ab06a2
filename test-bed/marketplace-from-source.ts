// `mkt-marketplace` from its sources.
import { main } from '@mkt/marketplace/main';

process.exit(await main(process.argv.slice(2)));
