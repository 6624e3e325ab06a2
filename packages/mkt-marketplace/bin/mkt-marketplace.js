#!/usr/bin/env node
// The first lines of @mkt/marketplace/bin check the version of Node, before anything else is imported.
import '@mkt/marketplace/bin';
