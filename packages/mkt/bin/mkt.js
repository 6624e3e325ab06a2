#!/usr/bin/env node
// The first lines of @mkt/cli/bin check the version of Node, before anything else is imported.
import '@mkt/cli/bin';
