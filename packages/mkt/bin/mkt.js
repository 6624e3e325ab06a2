#!/usr/bin/env node
// Its first lines check the version of Node, before anything is imported.
import '@mkt/cli/bin';
