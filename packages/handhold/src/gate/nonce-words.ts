/** 4,096 words, so that each of them stands for 12 bits. Models read every one of them as one token. */
export const nonceWords: readonly string[] = `
Aaron Abb Ability Abort About Above Abr Abs Absolute Absolutely Abstract Acc Acceler Accent Accept Accepted
Access According Account Accounts Accuracy Ace Ack Across Act Action Actions Activ Activate Activation
Active Activities Activity Actor Acts Actual Actually Ada Adam Adapter Add Added Adding Additional Addr
Address Addresses Adds Adj Adjust Administr Adobe Adresse Ads Adult Adv Advance Advanced Adventure Advice
Advisor Aff Africa After Again Against Age Agency Agent Agents Aggregate Ahead Air Airport Ajax Akt Alan
Alarm Albert Album Ale Alert Alex Alexander Alg Algorithm Ali Alias Alice Align Alignment Alive All Alle
Allen Alloc Allocate Allocation Allow Allowed Allows Almost Along Alpha Already Als Also Alt Alter Altern
Alternate Although Always Amazing Amazon Amb America American Among Amount Amy Ana Analysis Analytics
Analyzer Anc Anchor And Andre Andrew Android Andy Ang Angel Angle Angular Anim Animal Animated Animation
Animator Anime Ann Anna Anne Annotation Annual Anonymous Another Ans Answer Answers Ant Anth Anthony Anti
Any Anyone Anything Anyway Apache Apart Api Apollo App Apparently Appe Appearance Append Apple Applied Apply
Appro Approval Approved Approx Apps Apr April Aqu Arc Arch Archive Arduino Are Area Areas Arena Arg
Argentina Args Argument Arguments Arial Arizona Ark Arm Armor Army Arn Around Arr Arrange Array Arrays Arrow
Art Arthur Article Articles Artifact Artist Asc Ash Asia Asian Aside Ask Asked Aspect Assembly Assert
Assertion Assertions Asset Assets Assign Assigned Assignment Associ Associate Associated Ast Async Ath Atl
Atlanta Atlantic Atlas Atom Atomic Att Attach Attached Attachment Attack Attempt Attempts Attend Attendance
Attention Attr Attribute Attributes Aud Audio Audit Auf Aug August Aura Aus Austin Australia Australian Aut
Auth Author Authority Authorized Authors Auto Autom Automatic Automation Autor Aux Available Avatar Average
Avg Avoid Await Award Away Awesome Aws Axis Azure Baby Bachelor Back Backend Background Backup Bad Badge Bag
Bah Bal Balance Ball Ban Band Bang Bank Banner Bar Barcode Barrier Bars Bas Base Based Basic Basically
Basket Bat Batch Batman Battery Battle Bay Beam Bean Beans Bear Beat Beautiful Beauty Because Become Bed
Been Beer Before Begin Beginning Beh Behavior Behaviour Behind Bei Being Bel Bell Below Ben Benchmark Benef
Benefits Ber Berlin Bern Berry Bes Besides Best Bet Beta Beth Better Between Beyond Bias Bid Bien Big Bill
Billing Billy Bin Binary Bind Binder Binding Bio Bird Birth Birthday Bit Bitcoin Bitmap Bits Bitte Biz Black
Blank Blend Blo Blob Bloc Block Blockchain Blocking Blockly Blocks Blog Blood Blue Blueprint Bluetooth Blur
Board Bob Body Bold Bon Bond Bone Bonus Book Booking Bookmark Books Bool Boolean Boom Boost Boot Bootstrap
Border Borders Born Boss Boston Bot Both Bottom Bound Boundary Bounds Bow Box Boxes Boy Brad Brain Branch
Brand Brazil Bre Break Breaking Brian Bridge Brief Bright Bring Brit British Bro Broad Broadcast Broken
Broker Bron Brown Browse Browser Bru Bruce Brush Btn Bubble Bucket Budget Buf Buff Buffer Bug Build Builder
Builders Building Built Bulk Bullet Bundle Bur Burn Bus Business Busy But Button Buttons Buy Buying Buzz
Byte Bytes Cab Cache Cached Cad Cake Cal Calc Calcul Calculate Calculator Calendar California Call Callable
Callback Called Caller Calling Calls Cam Camb Camera Camp Campaign Campo Can Canada Canadian Cancel
Candidate Candidates Cannot Canon Canvas Cap Capability Capacity Capital Caps Capt Captain Caption Capture
Car Carbon Card Cards Care Career Cargo Carl Carlos Carol Carousel Carrier Cars Cart Cas Cascade Case Cases
Cash Cast Castle Cat Catalog Catch Categoria Categories Category Cause Cel Cele Celebr Cell Cells Cent
Center Central Centre Century Cert Certain Certainly Cette Cha Chain Chair Challenge Chan Chance Change
Changed Changes Changing Channel Channels Chapter Char Character Characters Charge Charles Charlie Charlotte
Charset Chart Charts Chat Che Cheap Check Checkbox Checked Checker Checking Checkout Checks Cheers Chef
Chelsea Chem Chess Chi Chicago Chicken Chief Child Children China Chinese Chip Cho Chocolate Choice Choices
Choose Choosing Chr Chris Christian Christmas Chrome Chron Chuck Chunk Church Cipher Circle Circular Cisco
Cit Cities City Civil Cla Claim Claims Clar Clark Class Classes Classic Clause Clean Cleaning Cleanup Clear
Clearly Cli Click Client Cliente Clients Climate Clin Clinical Clip Clipboard Clock Clone Close Closed
Closing Closure Cloud Club Cluster Cmd Coach Coal Cod Code Codec Codes Coding Coffee Coin Coins Col Cold
Cole Coll Collapse Collect Collection Collector College Collider Collision Colon Color Colorado Colors
Colour Column Columns Com Comb Combat Combine Combined Combo Come Comfort Comic Coming Comm Commands Comment
Comments Commerce Commercial Commission Commit Common Community Como Comp Compact Companies Company Compar
Comparable Comparator Compare Comparison Compatible Compet Compile Compiler Comple Complete Completed
Completion Complex Component Components Composer Composite Compound Comput Compute Computer Con Concept
Concern Conclusion Concrete Cond Condition Conditions Conexion Conf Conference Config Configure Confirm
Conflict Cong Congress Conn Connect Connected Connecting Connection Connector Connor Cons Consider Console
Const Constant Constants Constraint Construct Consult Consum Consumer Cont Contact Contacts Container
Containers Contains Content Contents Context Contin Continue Continuous Contr Contract Contracts Control
Controller Controls Conv Convention Conversion Convert Converted Converter Cook Cookie Cookies Cool Coord
Coordinate Cop Copy Copyright Cor Core Corn Corner Coroutine Corp Corporate Correct Correction Cors Cos Cost
Cou Could Council Count Counter Countries Country Counts County Coupon Cour Courier Course Courses Court
Courtesy Cover Coverage Cow Craft Craig Cre Cream Creat Create Created Creates Creating Creation Creative
Creator Creature Credential Credit Credits Cri Crime Crit Criteria Criterion Critical Cro Crop Cross Crow
Crud Crypt Crypto Crystal Css Csv Ctrl Cube Culture Cur Currency Current Currently Curso Cursor Curve Custom
Customer Customers Cut Cycle Daily Dal Dallas Dam Damage Dan Danger Daniel Danny Dans Dao Dar Dark Das Dash
Dashboard Dat Data Database Dataset Date Dates Dating Datos Datum Dave David Day Days Deadline Deal Dealer
Dean Dear Debug Dec December Decimal Decision Deck Decl Declare Decode Decoder Decor Decoration Deep Def
Default Defaults Defense Deferred Define Defined Defines Definition Deg Degree Degrees Del Delay Delegate
Deleted Deletes Delivery Delta Dem Demand Demo Den Density Denver Dep Depart Department Dependency Depending
Deploy Deployment Deposit Deprecated Dept Depth Der Derived Des Desc Describe Descriptor Desde Design
Designed Designer Desk Desktop Despite Dest Destroy Destructor Det Detail Detailed Details Detect Detection
Detector Detroit Dev Develop Developer Device Devices Dia Diagnostic Diagram Dialog Dialogue Diamond Dice
Dict Dictionary Did Diese Diff Difference Different Difficulty Dig Digest Digit Digital Dim Dimension
Dimensions Dir Dire Direct Directed Direction Directions Directive Director Directory Dirty Dis Disable
Disabled Disc Disclaimer Disclosure Disconnect Discount Discover Discovery Discuss Discussion Disk Disney
Disp Dispatch Dispatcher Display Displays Disposable Dispose Dist Distance District Div Divider Division Doc
Dock Docs Doctor Doctors Doctrine Document Documents Dod Does Dog Doing Dom Domain Domin Don Donald Donate
Done Door Dos Dot Dou Double Doug Down Download Downloads Draft Drag Dragon Draw Drawable Drawer Drawing
Dream Drink Drive Driver Drivers Driving Drop Dropdown Drupal Dry Dual Dub Due Dummy Dump Dup Duplicate Dur
Duration During Dyn Dynamic Each Ear Earlier Early Earn Earth Ease East Eastern Easy Eat Echo Edge Edit
Edited Editing Edition Editor Editors Educ Education Edward Eff Effect Effective Effects Egypt Eigen Eight
Ein Eine Either Ele Elect Electric Electronic Elem Element Elements Elf Elite Elizabeth Ell Else Email Emb
Embed Embedded Emer Emergency Emily Emma Emoji Emp Employ Employee Employees Empresa Empty Enable Enabled
Enc Encode Encoder Encoding Encrypt Encryption End Ending Endpoint Enemy Energy Eng Engine England English
Enh Enjoy Enough Ens Ensure Ent Enter Enterprise Entities Entity Entr Entre Entries Entry Enum Enumerable
Enumerator Env Episode Epoch Equ Equal Equality Equals Equip Equipment Equivalent Eric Erot Err Errors Esc
Escape Esp Ess Essay Est Esta Estado Este Estimated Eth Ether Euro Europe European Eval Evaluate Evaluation
Even Event Events Eventually Ever Every Everybody Everyone Everything Evidence Exact Exactly Exam Example
Examples Exc Excel Excellent Except Exception Exceptions Exchange Exclusive Exec Execution Executive
Executor Exercise Exist Existing Exists Exit Exp Expand Expanded Expansion Expect Expected Expense
Experience Experiment Expert Experts Expl Explicit Explore Explorer Export Expr Express Expression Ext
Extend Extended Extension Extensions External Extra Extract Extras Extreme Eye Fab Fabric Fac Face Facebook
Faces Facing Fact Factor Factors Factory Faculty Fade Fail Failed Failure Fair Fake Fal Fall False Family
Fan Fans Fant Fantastic Far Farm Fashion Fast Fat Fatal Father Fault Favorite Favorites Fax Fear Feature
Featured Features Feb February Fecha Fed Federal Fee Feed Feedback Feel Fel Female Fetch Few Field Fields
Fig Fight Figure Fil File Filed Filename Files Fill Film Filter Filters Fin Final Finally Finance Financial
Find Finder Finding Fine Finish Finished Fire Firebase Firefox First Fish Fit Fitness Five Fix Fixed Fixture
Flag Flags Flash Flat Flex Flexible Flight Flip Flo Float Floating Floor Florida Flow Fluid Flush Flutter
Fly Flying Focus Fold Folder Follow Following Font Fonts Foo Food Foot Football Footer For Forbidden Force
Ford Fore Forecast Foreign Forest Forever Forg Forge Forget Forgot Form Format Formation Formats Formatter
Formatting Former Forms Formula Fort Forum Forward Foto Found Foundation Founded Founder Four Fourth Fox Fra
Fraction Fragment Frame Frames Framework Fran Franc France Frank Fre Fred Free Freedom French Frequency
Fresh Fri Friday Friend Friendly Friends From Front Frozen Fuel Full Fully Fun Func Function Functional
Functions Fund Funny Further Fuse Future Gab Gain Gal Gallery Gam Game Games Gamma Gap Gar Gary Gas Gate
Gateway Gear Gem Gen Gender Gene Gener General Generally Generate Generated Generation Generator Generic
Genesis Genre Geo Geometry George Georgia Ger German Germany Gesture Get Gets Getter Getting Getty Ghost
Gift Gil Girl Girls Git Github Give Given Giving Glass Global Globals Glyph Goal Goals Going Gold Golden
Good Goods Google Got Gov Govern Government Grab Grace Grad Grade Gradient Gram Grammar Gran Grand Grant
Granted Graph Graphic Graphics Gratis Gravity Gray Gre Great Greater Greek Green Greg Grey Grid Gro Ground
Group Groups Grow Growing Grupo Gtk Guard Guess Guest Gui Guid Guide Guild Gun Guy Hack Had Hair Hal Half
Hall Ham Hamilton Han Hand Handle Handler Handles Handling Hands Hang Happy Har Hard Hardware Harness Harry
Has Hash Hashtable Hat Have Having Hay Haz Head Header Headers Heading Health Healthy Heap Heart Heat Heavy
Height Hel Hello Helmet Help Helper Helpers Helvetica Hen Henry Her Here Hero Heroes Het Hex Hey Hibernate
Hidden Hide Hier High Higher Highest Highlight Highlights Hint Hip His Hist Histogram Histor History Hit
Hits Hmm Hol Hold Holder Holiday Holy Hom Home Homepage Hon Honda Honestly Hong Hook Hooks Hop Hope
Hopefully Hor Horizontal Hospital Host Hosting Hot Hotel Hour Hours House Houston Hover How Howard However
Html Http Hub Hum Hung Hunter Hur Hyper Ian Ice Ich Icon Icons Ide Ideal Ident Identifier Identity Idle Ign
Ill Illegal Illuminate Illustr Image Images Imagine Img Imm Immediate Immutable Imp Impact Impl Implement
Import Important Imports Impossible Impro Inc Include Included Includes Including Income Incoming Incorrect
Increase Increasing Increment Ind Indeed Index Indexed India Indian Indiana Indicator Individual Industrial
Industry Inf Infinity Info Inform Infos Ing Ingredient Ini Init Initial Initialize Initially Inject
Injection Injector Inline Inner Input Inputs Ins Insert Insets Inside Inspector Inst Instagram Install
Installed Installer Installing Instance Instances Instant Instead Instrument Insurance Int Integer Integral
Integrated Intel Intent Inter Interest Interested Interface Interfaces Interior Intern Internal Internet
Interrupt Interval Interview Intl Into Intro Inv Invalid Inventory Invest Invite Invocation Invoice Invoke
Ion Iran Iron Iso Israel Iss Issue Issues Italian Italy Item Items Iter Iterable Iterator Its Jac Jack
Jackson Jacob Jak Jake Jam James Jamie Jan Jane January Japan Japanese Jar Jason Java Javascript Jay Jean
Jeff Jennifer Jer Jeremy Jerry Jess Jessica Jet Jets Jim Jimmy Job Jobs Joe John Johnny Johnson Join Joined
Joint Jon Jonathan Jones Jordan Jos Jose Joseph Josh Journal Joy Json Juan Jud Judge Jul July Jump Jun June
Junior Jur Just Justice Justin Jwt Kal Kansas Kar Karen Kat Kate Kay Keep Keeper Keeping Keith Kel Kelly Ken
Kenn Kent Kernel Kevin Key Keyboard Keys Keyword Keywords Kick Kid Kids Kim Kin Kind King Kir Kit Kitchen
Knife Knight Know Knowing Knowledge Known Kom Kon Krist Kyle Lab Label Labels Labor Lady Lake Lambda Land
Lane Lang Language Languages Large Larry Las Last Lastly Lat Late Later Latest Latin Latitude Laugh Launch
Launcher Laura Law Layer Layers Layout Lazy Lead Leader Leading Leaf League Lean Leap Learn Learning Least
Leave Led Lee Left Leg Legacy Legal Legend Len Length Lens Leo Leon Les Less Lesson Let Lets Letter Letters
Level Levels Lewis Lex Lexer Lib Library Lic License Licensed Lie Life Lifecycle Lifetime Light Lights Lik
Like Likes Lim Limit Limited Limits Lin Line Linear Lines Link Linked Links Linux Liquid Lisa List Lista
Listen Listener Listening Listing Lists Lit Lite Liter Literal Little Liv Live Liverpool Living Load Loaded
Loader Loading Loads Loan Loc Local Locale Located Location Locations Locator Lock Locked Locker Log Logged
Logger Logging Logic Logical Login Logo Logout Logs Lon London Long Longitude Look Looking Looks Lookup Loop
Lord Lorem Los Loss Lost Lot Lots Lou Louis Lov Love Low Lower Ltd Lua Luc Luck Luckily Luke Lux Mac Machine
Macro Mad Made Mag Mage Magento Magic Magn Mah Mail Main Maint Mais Major Make Maker Makes Making Mal Male
Man Mana Manage Managed Management Manager Managing Manchester Manifest Manip Manual Manufact Many Map
Mapper Mapping Maps Mar Marc March Marco Marcus Marg Margin Mari Maria Mario Mark Markdown Marker Market
Marketing Marks Marshal Mart Martin Marvel Mary Mas Mask Mass Massage Master Mat Match Matcher Matches
Matching Mate Material Materials Math Matrix Matt Matthew Max Maximum May Maybe Mayor Mbps Meal Mean Means
Meanwhile Measure Med Media Median Medical Medium Meet Meeting Meg Mel Mem Member Members Membership Memo
Memory Men Menu Mer Merc Merchant Merge Mes Mesh Mess Message Messages Messaging Messenger Met Meta Metadata
Metal Meteor Meter Method Methods Metric Metrics Metro Mex Mexico Miami Mic Mich Michael Michelle Michigan
Micro Microsoft Mid Middle Middleware Migration Mike Mil Military Mill Min Mind Mine Mini Minimal Minimum
Mining Minor Minute Minutes Mir Mirror Mis Misc Miss Missing Mission Mit Mix Mixed Mob Mobile Mock Mod Modal
Mode Model Models Moder Modern Modes Modified Modifier Modify Mods Module Modules Moh Mom Moment Mon Monad
Monday Money Mongo Monitor Monitoring Monkey Mono Monster Mont Month Monthly Months Moon Mor More Moreover
Morning Mos Most Mot Mother Motion Motor Mount Mountain Mounted Mouse Mov Move Movement Moves Movie Movies
Moving Mozilla Mrs Msg Much Mul Mult Multi Multip Multiple Multiply Mur Mus Music Must Mut Mutable Mutation
Mutex Nach Nam Name Named Names Namespace Naming Nano Narr Nat Nation National Native Natural Nature Nav
Navbar Navigate Navigation Navigator Naz Near Nearly Need Needed Needs Neg Negative Neighbor Neil Neither
Neo Nested Net Netflix Network Networking Neutral Never New News Newsletter Newton Next Nic Nice Nich Nick
Nie Night Nike Nil Nine Nintendo Nit Nobody Node Nodes Noise Nom Nombre Nome Non None Nor Norm Normal
Normalize Normally North Northern Nos Not Note Notes Nothing Notice Notify Nous Nov Nova November Now Nuevo
Null Nullable Num Number Numbers Numer Numeric Numero Nut Oak Obj Object Objective Objects Obs Observ
Observable Observer Obviously Occ Occup Ocean Oct October Odd Off Offer Offers Office Official Officials
Offline Offset Often Ohio Oil Okay Old Omega Once One Online Only Ont Opcode Open Opening Oper Opera Operand
Operating Operation Operations Operator Operators Opp Ops Opt Option Optional Options Oracle Orange Ord
Orden Order Ordered Orders Org Organ Orig Origin Original Originally Orth Other Others Otherwise Our Out
Outcome Outdoor Outer Outlet Outline Output Outputs Outside Over Overall Overflow Overlay Override Overrides
Overview Own Owned Owner Owners Ownership Pacific Pack Package Packages Packet Pad Padding Pag Pager Pages
Pagination Paid Paint Painter Pair Pakistan Pal Palette Pan Pane Panel Paper Par Para Paragraph Parallel
Param Parameter Parameters Params Parcel Parcelable Parent Parents Paris Park Parking Parm Parse Parser
Parsing Part Partial Particle Partition Partner Parts Party Pas Pass Passed Past Paste Pat Patch Path Paths
Patient Patients Patrick Pattern Patterns Paul Pause Pawn Pay Payload Payment Payments Pdf Peace Peak Pear
Ped Pedido Peer Pel Pen Pending Penn People Per Percent Percentage Perfect Perform Perhaps Period Peripheral
Perm Permanent Permission Pers Persist Persistent Person Persona Personal Personally Persons Pes Pet Peter
Pets Phase Phi Phil Philip Phill Phoenix Phone Phones Phot Photo Photon Photos Php Phrase Phys Physical
Physics Pic Pick Picker Picture Pictures Pie Piece Pieces Pin Ping Pink Pinterest Pipe Pipeline Pitch Pix
Pixel Pixels Pizza Place Placement Places Plain Plan Plane Planet Planning Plans Plant Plate Platform
Platforms Play Playback Played Player Players Playing Playlist Please Plot Plug Plugin Plugins Plus Pocket
Pod Point Pointer Points Pok Pokemon Pol Police Policy Polit Political Politics Poll Poly Polygon Pont Pool
Poor Pop Popular Population Popup Por Port Portable Portal Portfolio Portrait Ports Pos Pose Position
Positions Positive Poss Possible Post Postal Posted Poster Posting Posts Pot Potential Pour Pow Power
Powered Practice Pre Prec Precision Pred Predicate Predict Prediction Pref Preference Preferred Prefix Prem
Premium Prepare Pres Presence Present Presenter President Press Pressure Pretty Prev Preview Previous
Previously Pri Price Prices Prim Primary Prime Primitive Prince Principal Print Printer Printing Prior
Priority Priv Privacy Private Pro Prob Probably Probe Problem Proc Procedure Proceed Process Processes
Processing Processor Prod Produ Producer Product Production Producto Products Produto Prof Professor Profile
Profiles Profit Program Progress Project Projectile Projection Projects Prom Promise Prompt Proof Prop
Properties Property Proposal Props Pros Prot Protect Protected Protection Proto Protocol Prototype Prov
Provid Provide Provider Providers Provides Province Proxy Psi Psych Ptr Pub Public Publish Published
Publisher Pull Purchase Pure Purple Purpose Push Put Putting Python Qty Quad Qual Qualified Quality Quant
Quantity Quarter Quaternion Que Queen Queries Query Quest Question Questions Queue Qui Quick Quiet Quit
Quite Quiz Quote Quotes Race Rachel Rad Radi Radio Radius Rail Rails Rain Raise Raised Raises Ram Rand
Random Range Rank Rare Rate Rated Rates Rather Rating Ratio Raw Ray Reach React Reaction Read Reader Reading
Ready Real Reality Really Realm Reason Rec Receipt Receive Received Receiver Recent Recently Recipe Recipes
Recogn Recommend Record Recorder Recording Records Rect Rectangle Recursive Red Redirect Redis Reduce Redux
Ref Refer Reference References Reflect Reflection Refresh Reg Regarding Regardless Regards Regex Region
Regional Regions Register Registered Registers Registr Registrar Registro Registry Regression Regular Reject
Rel Related Relation Relations Relative Release Released Reload Rem Remaining Remark Remarks Remember
Reminder Remote Remove Removed Removing Ren Rename Render Renderer Rendering Rent Rep Repair Repeat Replace
Reply Repo Report Reporter Reporting Reports Repository Represent Republic Req Request Requests Require
Required Requires Res Research Reserved Reset Residents Resistance Resize Resolution Resolve Resolver
Resource Resources Resp Respond Respons Response Responses Responsive Rest Restart Restaurant Restore Restr
Restricted Result Results Resume Ret Retail Retrieve Retry Return Returned Returning Returns Reuters Rev
Revenue Reverse Review Reviewed Reviews Revision Reward Rich Richard Rick Right Rights Ring Rio Risk River
Road Rob Robert Robin Robot Rock Rocket Rod Roger Rol Role Roles Roll Rom Roman Ron Room Rooms Root Ros Rose
Ross Rot Rotate Rotation Round Route Router Routes Routine Routing Row Rows Roy Royal Rpc Rub Ruby Rule
Rules Run Runnable Runner Running Runs Runtime Russ Russia Russian Ryan Sab Sac Sad Sadly Safe Safety Saga
Saint Sal Salary Sale Sales Salt Sam Same Sample Samples Sampling Samsung San Sand Sans Santa Sarah Sat
Saturday Saudi Save Saved Saving Say Scala Scalar Scale Scaling Scan Scanner Scar Scenario Scene Sch
Schedule Scheduled Scheduler Schema Scheme School Sci Science Scient Scientists Scope Scoped Score Scores
Scott Scr Screen Screens Script Scripts Scroll Sea Sean Search Searching Season Seat Seats Seattle Sec
Second Secondary Seconds Secretary Section Sections Sector Secure Security See Seed Seeder Seeing Seek Seen
Seg Segment Sel Sele Select Selected Selection Selector Self Sell Seller Sem Semantic Semaphore Sen Send
Sender Sending Senior Sense Sensor Sent Sentence Sep Separ Separator Sept September Seq Sequence Sequential
Ser Serial Serialize Serialized Serializer Series Seriously Serv Serve Server Servers Service Services
Servlet Session Sessions Set Sets Setter Setting Settings Setup Seven Several Severity Sha Shader Shadow
Shape Shapes Shar Share Shared Shares Sharing Sharp She Sheet Shell Sher Shield Shift Ship Shipping Shock
Shoot Shop Shopping Short Shortcut Shot Should Show Showing Shows Shutdown Sid Side Sidebar Sie Sig Sigma
Sign Signal Signals Signature Signed Signing Signup Sil Silver Sim Similar Similarly Simon Simple Simply
Simulation Sin Since Sing Singapore Single Singleton Sink Sir Sit Site Sites Six Size Sizes Skeleton Sketch
Skill Skills Skin Skip Sky Slash Sleep Slice Slide Slider Slim Slot Slots Slow Small Smart Smarty Smith
Smoke Smooth Snackbar Snake Snap Snapshot Snow Soap Social Socket Soft Software Sol Solar Sold Solid Solo
Solution Solver Som Some Someone Something Sometimes Son Song Songs Sony Soon Soph Sorry Sort Sorted Sorting
Sou Sound Sounds Soup Source Sources South Southern Space Spacer Spaces Spain Span Spanish Spark Sparse
Spatial Spawn Spe Speak Speaker Speaking Spec Special Species Specific Specify Speech Speed Spell Sphere Spi
Spider Spin Spinner Spirit Spl Splash Split Spo Sport Sports Spot Spr Spread Spring Sprite Spy Sql Square
Src Stack Staff Stage Stamp Stan Stand Standard Standing Star Stars Start Started Starting Startup Stat
State Statement Statements States Static Station Stats Status Stay Std Ste Steam Steel Step Stephen Steps
Ster Steve Steven Stick Still Stock Stone Stop Storage Store Stored Stores Stories Storm Story Str Stra
Straight Strategy Stream Streaming Streams Street Strength Stretch Strict Strike String Strings Strip Stripe
Stroke Strong Struct Structure Stub Student Students Studies Studio Study Stuff Style Styled Styles Sub
Subject Subjects Submit Submitted Subscribe Success Such Sugar Suit Suite Sum Summary Summer Sun Sunday Sup
Super Supplier Supply Support Supported Sur Sure Surface Survey Sus Susan Susp Svg Swagger Swap Sweet Swift
Swipe Switch Sym Symbol Symbols Symfony Syn Sync Synopsis Syntax Sys Systems Tab Table Tables Tabs Tac Tag
Tags Tai Tail Take Taken Taking Talk Talking Tam Tan Tank Tap Tar Target Targets Task Tasks Tau Tax Taylor
Tcp Teacher Teachers Team Teams Tech Techn Technical Ted Teen Tek Tel Tele Telegram Telephone Tell Tem Temp
Template Templates Temporary Ten Tenant Tensor Ter Term Terminal Terms Terr Terrain Tes Tesla Test Tester
Testing Tests Tex Texas Text Texture Thai Than Thank Thanks That The Their Them Theme Themes Then Theory
There Therefore These Theta They Thickness Thin Thing Things Think Thinking Third Thirty This Thomas Thor
Those Though Thought Thousands Thr Thread Threads Three Threshold Through Throw Throwable Throws Thu Thumb
Thumbnail Thunder Thursday Thus Tick Ticket Tickets Tier Tile Tiles Tim Time Timeline Timeout Timer Times
Timestamp Timing Tiny Tip Tipo Tips Tit Titan Title Titles Toast Today Todd Todo Todos Toe Together Toggle
Tok Token Tokens Tom Tomorrow Ton Tonight Tony Too Toolbar Toolkit Tools Tooltip Top Topic Topics Tor
Toronto Torrent Tot Total Touch Tour Towards Tower Town Toy Toyota Tra Trace Track Tracker Tracking Tracks
Trad Trade Trader Trading Traffic Trail Train Training Trait Traits Trans Transfer Transform Translate
Transport Trap Trash Travel Tre Treatment Tree Trees Tri Trial Triangle Trigger Trim Trip Triple Tro Trou
True Trust Truth Try Trying Tube Tue Tuesday Tuple Tur Turkey Turn Turning Tutorial Tween Tweet Twenty Twig
Twitter Two Txt Typ Type Typed Types Uber Ubuntu Uint Ult Ultra Una Unable Unary Und Undefined Under Undo
Une Uni Unicode Unified Uniform Union Unique Unit United Units Unity Univers Universal Unix Unknown Unless
Unlike Unlock Uno Unsafe Unt Until Update Updated Updates Updating Upgrade Upload Uploaded Upon Upper Ups
Urban Uri Url Usage Use Used Username Users Uses Using Usually Usuario Usuarios Utf Util Utilities Utility
Utils Vac Val Valid Validate Validator Valor Value Values Van Var Vari Variable Variables Variant Various
Vault Vec Vector Vehicle Vel Velocity Ven Vendor Vent Venue Ver Verb Verified Verify Vers Verse Version
Versions Vert Vertex Vertical Very Veter Via Vict Victoria Video Videos View Viewer Views Vin Vintage Viol
Vir Virgin Virginia Virtual Vis Visible Vision Visit Visitor Visual Voice Void Vol Volt Voltage Volume Vote
Votes Vous Vue Wait Waiting Wake Wal Walk Walker Walking Wall Wallet Want War Ware Warehouse Warm Warn
Warning Wars Was Wat Watch Watching Water Wave Way Weak Weapon Weapons Weather Web Website Wed Wednesday
Week Weekly Wei Weight Wel Welcome Well Wenn Wer Were West Western What Whatever Whats Wheel When Whenever
Where Whether Which While Whilst White Who Whole Why Wide Widget Widgets Width Wie Wifi Wiki Wil Wild Will
William Williams Wilson Win Wind Window Windows Winner Wins Winter Wir Wire Wis With Withdraw Within Without
Witness Wizard Wolf Woman Women Won Wonder Wood Word Words Work Workbook Worker Workers Workflow Working
Works Worksheet Workspace World Would Wow Wrap Wrapped Wrapper Write Writer Writes Writing Written Wrong Xml
Yahoo Yang Yeah Year Years Yellow Yep Yes Yesterday Yet Yii York You Young Your Youtube Zen Zend Zero Zip
Zone Zoom
`
  .trim()
  .split(/\s+/);
