#!/usr/bin/env node
require('../dist/handhold.cjs');
